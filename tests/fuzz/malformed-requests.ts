import * as fc from 'fast-check'
import { senderPlace } from './step.ts'

type Malformed = { readonly name: string; readonly bytes: string }

const submission = (name: string) => {
  const responses =
    '"email":"smuggled@example.com","projectType":"kitchen-remodel","location":"Astoria","timeline":"1-2-months"'
  return `{"name":"${name}",${responses},"budgetRange":"50k-100k"}`
}
const hidden = submission('Smuggled')
const inner = `POST /api/trpc/estimates.submit HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`
const sender = `X-Forwarded-For: ${senderPlace}\r\n`
const post = `POST /api/trpc/auth.signOut HTTP/1.1\r\nHost: a\r\n${sender}Content-Type: application/json\r\n`
const get = `GET /healthz HTTP/1.1\r\nHost: a\r\n${sender}`
const hex = (text: string) => text.length.toString(16)

/** Ambiguous ends of a request, which hide a second one that stores a row. */
const smuggling: readonly string[] = [
  `${post}Content-Length: ${inner.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
  `${post}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n${hex(inner)}\r\n${inner}\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${inner}`,
  `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`,
  `${post}Transfer-Encoding : chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${inner}`,
  `${post}Content-Length: 2\r\nContent-Length: ${inner.length + 2}\r\n\r\n{}${inner}`,
  ...[`${post}Content-Length: +2\r\n\r\n{}${inner}`, `${post}Content-Length: 2\n\n{}${inner}`],
  ...[`${post}X: y\r\n Content-Length: 2\r\n\r\n{}${inner}`, `${post}X: y\rContent-Length: 2\r\n\r\n{}${inner}`],
  `${post}Transfer-Encoding: chunked\r\n\r\n0;\n\r\n${inner}`,
  `${get}Content-Length: ${inner.length}\r\n\r\n${inner}`,
]

const chunks: readonly string[] = [
  `${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n{\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(3_000)}0\r\n\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n0\r\n${'X: y\r\n'.repeat(2_000)}\r\n`,
  `${post}Transfer-Encoding: chunked\r\n\r\n11170\r\n${'a'.repeat(70_000)}\r\n0\r\n\r\n`,
]

const bodies: readonly string[] = [
  `${post}Content-Length: 70000\r\n\r\n${'a'.repeat(70_000)}`,
  `${post}Content-Length: 65536\r\n\r\n${'['.repeat(65_536)}`,
  ...[`${post}Content-Length: 60006\r\n\r\n${'{"a":'.repeat(12_000)}{}    `, `${post}Content-Length: 100\r\n\r\n{}`],
  `${post}Content-Length: 6\r\n\r\n\xff\xfe{\0}\0`,
  `${post}Content-Encoding: gzip\r\nContent-Length: 10\r\n\r\n\x1f\x8b\x08\0\0\0\0\0\0\x03`,
  ...[`${post}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`, `${post}Expect: x\r\nContent-Length: 2\r\n\r\n{}`],
]

const notHttp: readonly string[] = [
  ...['\r\n', '\0', '\n'.repeat(5_000), 'GET\r\n\r\n', 'GET / HTTP/0.9\r\n\r\n', 'GET /\r\n', 'GET / HTTP/1.0\r\n\r\n'],
  ...[
    'GET / HTTP/3.0\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET  /  HTTP/1.1\r\nHost: a\r\n\r\n',
  ],
  ...[
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'GET / HTTP/1.1\r\nHost: a\r\nX\0Y: z\r\n\r\n',
    'HTTP/1.1 200 OK\r\n\r\n',
  ],
  ...[
    `GET / HTTP/1.1\r\nX: ${'y'.repeat(17_000)}\r\n\r\n`,
    'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    `GET /${'a'.repeat(90_000)}`,
  ],
  ...[
    'GET / HTTP/1.1\nHost: a\n\n',
    'GET / HTTP/1.1\r\nHost: a\r\n',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5',
  ],
]

const pipelines: readonly string[] = [
  `${`${get}\r\n`.repeat(40)}${get}Connection: close\r\n\r\n`,
  `${'GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(60)}garbage\r\n\r\n`,
  `${`${post}Content-Length: 2\r\n\r\n{}`.repeat(20)}${get}Connection: close\r\n\r\n`,
  `${get}\r\nCONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n${get}\r\n`,
  `${'GET /api/trpc/estimates.changes?input=%7B%7D HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5)}`,
]

const named = (name: string, all: readonly string[]) => fc.constantFrom(...all).map((bytes) => ({ name, bytes }))

export const malformed: fc.Arbitrary<Malformed> = fc.oneof(
  named('smuggling', smuggling),
  named('chunks', chunks),
  named('body', bodies),
  named('not HTTP', notHttp),
  named('pipeline', pipelines),
  fc
    .uint8Array({ minLength: 1, maxLength: 300 })
    .map((bytes) => ({ name: 'junk', bytes: Buffer.from(bytes).toString('latin1') })),
)
