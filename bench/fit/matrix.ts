/** Linear algebra on small dense matrices. */

/** Inverse of a symmetric positive definite matrix, by Gauss-Jordan elimination; such a matrix needs no pivoting. */
export function inverse(matrix: readonly Float64Array[]): Float64Array[] {
  const size = matrix.length
  const left = matrix.map((row) => Float64Array.from(row))
  const result = matrix.map((_, index) => {
    const row = new Float64Array(size)
    row[index] = 1
    return row
  })
  for (let pivot = 0; pivot < size; pivot++) {
    const scale = 1 / at(left, pivot, pivot)
    for (const rows of [left, result]) scaleRow(rows[pivot], scale)
    for (let row = 0; row < size; row++) {
      const factor = at(left, row, pivot)
      if (row === pivot || factor === 0) continue
      for (const rows of [left, result]) subtract(rows[row], rows[pivot], factor)
    }
  }
  return result
}

function at(matrix: readonly Float64Array[], row: number, column: number): number {
  return matrix[row]?.[column] ?? 0
}

function scaleRow(row: Float64Array | undefined, factor: number): void {
  if (row) for (let column = 0; column < row.length; column++) row[column] = (row[column] ?? 0) * factor
}

function subtract(row: Float64Array | undefined, other: Float64Array | undefined, factor: number): void {
  if (!row || !other) return
  for (let column = 0; column < row.length; column++) row[column] = (row[column] ?? 0) - factor * (other[column] ?? 0)
}
