/** Rows of the recogniser's input. */
export const LINE_HEIGHT_PX = 48
