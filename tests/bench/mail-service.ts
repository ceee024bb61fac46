// This serves as much of Postmark's API as sending takes, in a process of its own so that its work is not the bench's.
// It accepts every email after RESPONSE_MS; without that setting it never responds.
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { acceptance, answerJson, bodyOf } from '#tests/support/server/postmark-wire.ts'

const { PORT, RESPONSE_MS } = process.env

const server = createServer(async (request, response) => {
  if (request.url === '/readyz') return answerJson(response, 200, {})
  JSON.parse(await bodyOf(request))
  if (RESPONSE_MS === undefined) return
  await delay(Number(RESPONSE_MS))
  if (request.url === '/email') return answerJson(response, 200, acceptance())
  answerJson(response, 422, { ErrorCode: 300, Message: 'Invalid email request' })
})
// The service must not be the one that closes idle connections.
server.keepAliveTimeout = 0
server.listen(Number(PORT), '127.0.0.1')
