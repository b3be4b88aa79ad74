/**
 * Returns what the database said about a statement that failed, and any other error as it is: the message of Drizzle's own error
 * is the statement with all its values.
 */
export function withoutStatement(error: unknown): unknown {
  const isStatement = error instanceof Error && 'query' in error && 'params' in error
  return isStatement && error.cause !== undefined ? error.cause : error
}
