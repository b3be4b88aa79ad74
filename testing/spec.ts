declare module 'vitest' {
  interface TaskMeta {
    /** Ids of requirements in docs/specification.yaml. */
    spec?: string[]
  }
}

/** Test options that link a test to the requirements it covers: `it('keeps the order', spec('2.9.3'), () => ...)`. */
export function spec(...ids: string[]): { meta: { spec: string[] } } {
  return { meta: { spec: ids } }
}
