/** The OpenAPI document and its page, derived from the route table: nothing about a call is written a second time. */
import type { FastifyInstance } from 'fastify'
import { type core, safeParse, toJSONSchema, type z } from 'zod/mini'
import * as contracts from '#contracts'
import { type AnyRoute, ERROR_STATUS, ErrorBody, type ErrorCode } from '#contracts'
import { escapeHtml, PAGE_POLICY, page } from './page.ts'

type Json = Record<string, unknown>

/** Every route that the contracts declare. */
export const ROUTES: readonly AnyRoute[] = Object.values<unknown>(contracts).filter(isRoute)

function isRoute(value: unknown): value is AnyRoute {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value
}

export function docsRoutes(app: FastifyInstance, version: string): void {
  const document = openApi(ROUTES, version)
  app.get('/api/docs/json', { config: { open: true } }, async () => document)
  app.get('/api/docs', { config: { open: true } }, async (_request, reply) =>
    reply.type('text/html').header('content-security-policy', PAGE_POLICY).send(docsPage(ROUTES)),
  )
}

export function openApi(routes: readonly AnyRoute[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'BeerGoggles', version },
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
  }
}

function operation(route: AnyRoute): Json {
  return {
    summary: route.summary,
    ...(route.auth === 'user' && { security: [{ session: [] }] }),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...requestBody(route),
    responses: { ...answers(route), ...refusals(route) },
  }
}

function parameters(fields: z.ZodMiniObject | undefined, where: 'path' | 'query'): Json[] {
  return Object.entries(fields?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || !safeParse(schema, undefined).success,
    // What is coerced from a text is described by what comes out.
    schema: schemaOf(schema, 'output'),
  }))
}

function requestBody({ body, form }: AnyRoute): Json {
  if (body)
    return { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }
  if (!form) return {}
  if ('maxBytes' in form) {
    const schema = { type: 'string', format: 'binary' }
    return { requestBody: { required: true, content: { 'application/octet-stream': { schema } } } }
  }
  const fields = schemaOf(form.fields, 'input')
  const image = { type: 'string', contentMediaType: 'image/*' }
  const schema = { ...fields, properties: { ...asObject(fields.properties), image }, required: ['image'] }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

function answers(route: AnyRoute): Json {
  const entries: [string, z.ZodMiniType | null][] = Object.entries(route.answer)
  return Object.fromEntries(
    entries.map(([status, schema]) => [
      status,
      {
        description: 'Answer',
        ...(schema && { content: { 'application/json': { schema: schemaOf(schema, 'output') } } }),
      },
    ]),
  )
}

function refusals(route: AnyRoute): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codesOf(route))
    byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code])
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  )
}

function codesOf(route: AnyRoute): ErrorCode[] {
  return route.auth === 'user' ? ['unauthenticated', ...route.errors] : [...route.errors]
}

function schemaOf(schema: core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function docsPage(routes: readonly AnyRoute[]): string {
  const rows = routes.map((route) => {
    const { method, path, summary } = route
    const codes = codesOf(route).map((code) => `${ERROR_STATUS[code]} ${code}`)
    return `<tr><td><code>${method}</code></td><td><code>${escapeHtml(path)}</code><p>${escapeHtml(summary)}</p>
<p>Answers ${Object.keys(route.answer).join(', ')}. Refusals: ${codes.join(', ') || 'none'}.</p></td></tr>`
  })
  return page(
    'The calls of BeerGoggles',
    `<p>Shapes of input and answers: <a href="/api/docs/json">OpenAPI 3.1 as JSON</a>.</p><table>${rows.join('\n')}</table>`,
  )
}
