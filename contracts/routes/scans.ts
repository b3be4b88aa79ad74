import { z } from 'zod/mini'
import { route } from '../route.ts'
import { Scan, ScanId } from '../scan.ts'

export const listScans = route({
  method: 'GET',
  path: '/api/scans',
  auth: 'user',
  summary: "The user's scans, newest first. Sends an ETag.",
  answer: { 200: z.array(Scan), 304: null },
  errors: [],
})

export const getScan = route({
  method: 'GET',
  path: '/api/scans/{id}',
  auth: 'user',
  summary: 'One scan with its progress and what has been found so far.',
  params: z.object({ id: ScanId }),
  answer: { 200: Scan },
  errors: ['invalid', 'not_found'],
})

export const deleteScan = route({
  method: 'DELETE',
  path: '/api/scans/{id}',
  auth: 'user',
  summary: 'Removes a scan; one that is still running is cancelled and leaves nothing.',
  params: z.object({ id: ScanId }),
  answer: { 204: null },
  errors: ['invalid', 'not_found'],
})
