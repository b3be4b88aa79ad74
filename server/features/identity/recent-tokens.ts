/** The tokens that were used last, at most `max`: as many sessions as there are must not fill the memory. */
export function recentTokens(max: number) {
  /** In the order of their last use. */
  const tokens = new Set<string>()
  return {
    has: (token: string): boolean => tokens.has(token),
    use(token: string): void {
      tokens.delete(token)
      tokens.add(token)
      for (const oldest of tokens) {
        if (tokens.size <= max) return
        tokens.delete(oldest)
      }
    },
    forget: (token: string): boolean => tokens.delete(token),
  }
}
