/** Values that break careless code, and JSON that follows a schema except where it does not. */
import { type core, toJSONSchema, type z } from 'zod/mini'
import type { Random } from '../pictures/random.ts'

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e',
  'İ',
  '١٢٣',
  '😀'.repeat(50),
  'x'.repeat(201),
  'x'.repeat(5_000),
  '-'.repeat(20_000),
  '( '.repeat(10_000),
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '-0',
  '1e999',
  "'; drop table users; --",
  '%00',
  '../../etc/passwd',
  '\r\nset-cookie: a=b',
  '0b7ad5f2-43a0-4b52-a3a8-0d5e2b3f9a11',
  '2147483648',
  '99999999999',
] as const
const HOSTILE_VALUES = [
  ...HOSTILE_TEXTS,
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53 + 2,
  [],
  {},
  [[[[]]]],
  { toString: 1, length: -1 },
] as const
/** The share of values, at any depth, that are not what the schema asks for. */
const HOSTILE_SHARE = 0.2
const DEEP = 100_000

type JsonSchema = core.JSONSchema.BaseSchema

/** JSON of the schema with some hostile values, or text that is no such JSON at all. */
export function hostileJson(schema: z.ZodMiniType, random: Random): string {
  const text = JSON.stringify(exampleOf(toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), random)) ?? ''
  if (random.chance(0.05)) return text.slice(0, random.between(0, 1) * text.length)
  if (random.chance(0.05)) return text.replace('{', '{"__proto__":{"polluted":1},')
  if (random.chance(0.02)) return '['.repeat(DEEP) + ']'.repeat(DEEP)
  if (random.chance(0.02)) return `{"a":`.repeat(DEEP) + 1 + '}'.repeat(DEEP)
  return text
}

export function hostileText(random: Random): string {
  return random.pick(HOSTILE_TEXTS)
}

function exampleOf(schema: JsonSchema, random: Random): unknown {
  if (random.chance(HOSTILE_SHARE)) return random.pick(HOSTILE_VALUES)
  const any = schema.anyOf ?? schema.oneOf
  if (any) return exampleOf(asSchema(any[random.whole(0, any.length - 1)]), random)
  if (schema.enum) return schema.enum[random.whole(0, schema.enum.length - 1)]
  if (schema.const !== undefined) return schema.const
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(() => !random.chance(0.1))
          .map(([key, property]) => [key, exampleOf(asSchema(property), random)]),
      )
    case 'array': {
      const length = random.chance(0.05) ? 600 : Math.floor(random.between(0, 1) * 4)
      const items = asSchema(Array.isArray(schema.items) ? schema.items[0] : schema.items)
      return Array.from({ length }, () => exampleOf(items, random))
    }
    case 'string':
      return schema.format === 'uuid' ? '0b7ad5f2-43a0-4b52-a3a8-0d5e2b3f9a11' : 'orval'
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return random.chance(0.5)
    default:
      return null
  }
}

/** An item or property may also be `true` or `false`, which say nothing about it. */
function asSchema(schema: core.JSONSchema._JSONSchema | undefined): JsonSchema {
  return typeof schema === 'object' ? schema : {}
}
