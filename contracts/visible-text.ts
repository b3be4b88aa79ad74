/** False for text of white space, control and format characters alone: nobody could see it. */
export const isVisible = (text: string) => /[^\s\p{C}]/u.test(text)
