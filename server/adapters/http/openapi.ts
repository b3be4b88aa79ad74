/** The OpenAPI document and the HTML page of the API, both generated from the route declarations. */
import type { FastifyInstance } from 'fastify'
import { type core, safeParse, toJSONSchema, type z } from 'zod/mini'
import * as contracts from '#contracts'
import { type AnyRoute, ERROR_STATUS, ErrorBody, type ErrorCode } from '#contracts'
import { escapeHtml, PAGE_POLICY, page } from './page.ts'

type Json = Record<string, unknown>

/** All routes that the contracts declare. */
export const ROUTES: readonly AnyRoute[] = Object.values<unknown>(contracts).filter(isRoute)

function isRoute(value: unknown): value is AnyRoute {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value
}

export function docsRoutes(app: FastifyInstance, version: string): void {
  // Few read it, and it takes a tenth of a second of a start.
  let document: Json | undefined
  app.get('/api/docs/json', { config: { open: true } }, async () => {
    document ??= openApi(ROUTES, version)
    return document
  })
  app.get('/api/docs', { config: { open: true } }, async (_request, reply) =>
    reply.type('text/html').header('content-security-policy', PAGE_POLICY).send(docsPage(ROUTES)),
  )
}

function openApi(routes: readonly AnyRoute[], version: string): Json {
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
    ...(route.deprecated && { deprecated: true }),
    ...(route.auth === 'user' && { security: [{ session: [] }] }),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...requestBody(route),
    responses: { ...responses(route), ...errorResponses(route) },
  }
}

function parameters(fields: z.ZodMiniObject | undefined, location: 'path' | 'query'): Json[] {
  return Object.entries(fields?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || !safeParse(schema, undefined).success,
    // Coerced parameters are documented with the type they are converted to.
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

function responses(route: AnyRoute): Json {
  const entries: [string, z.ZodMiniType | null][] = Object.entries(route.answer)
  return Object.fromEntries(
    entries.map(([status, schema]) => [
      status,
      {
        description: 'Success',
        ...(schema && { content: { 'application/json': { schema: schemaOf(schema, 'output') } } }),
      },
    ]),
  )
}

function errorResponses(route: AnyRoute): Json {
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
<p>Responses: ${Object.keys(route.answer).join(', ')}. Errors: ${codes.join(', ') || 'none'}.</p></td></tr>`
  })
  return page(
    'en',
    'BeerGoggles API',
    `<p>Request and response schemas: <a href="/api/docs/json">OpenAPI 3.1 as JSON</a>.</p><table>${rows.join('\n')}</table>`,
  )
}
