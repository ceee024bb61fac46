import { createServer, type Server, type Socket } from 'node:net'
import tls from 'node:tls'
import { generate } from 'selfsigned'
import { vi } from 'vitest'

/** What the server does instead of accepting: it answers, says nothing more, or cuts the connection. */
type SmtpBehaviour = string | 'hang' | 'cut'

/** The step at which the server answers: a command, the greeting, the password, or the end of the message. */
type SmtpStep = 'greeting' | 'EHLO' | 'STARTTLS' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'message'

export type SmtpScript = Partial<Record<SmtpStep, SmtpBehaviour | ((line: string) => SmtpBehaviour | undefined)>>

type AcceptedSmtpMail = { readonly from: string; readonly to: readonly string[]; readonly source: string }

type FakeSmtpOptions = {
  /** TLS from the start, instead of STARTTLS. */
  readonly secure?: boolean
  /** The extensions that it names after EHLO. */
  readonly extensions?: readonly string[]
  /** The address in its certificate, which is of no authority. Without one, it offers no STARTTLS. */
  readonly name?: string
  /** Whether its certificate is of the past. */
  readonly expired?: boolean
}

/** Leads to 127.0.0.1 as well, and is not known as this machine's own address. */
export const otherAddress = '0.0.0.0'

const smtpUser = 'office@builders.example'
export const smtpPassword = 'p@ss/wo#rd'

/** A server on loopback that speaks as much SMTP as sending takes, and does as it is told. */
export class FakeSmtp {
  readonly accepted: AcceptedSmtpMail[] = []
  /** What clients sent, without messages, each with whether it came encrypted. */
  readonly lines: { readonly line: string; readonly encrypted: boolean }[] = []
  /** Its own authority, in PEM. */
  certificate = ''
  script: SmtpScript = {}
  /** The most connections at a time. */
  mostOpen = 0
  readonly #options: FakeSmtpOptions
  readonly #sockets = new Set<Socket>()
  #key = ''
  #server: Server | undefined

  private constructor(options: FakeSmtpOptions) {
    this.#options = options
  }

  static async start(options: FakeSmtpOptions = {}): Promise<FakeSmtp> {
    const fake = new FakeSmtp(options)
    await fake.#listen()
    return fake
  }

  get port(): number {
    const address = this.#server?.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  /** The value for MAIL_URL. */
  url(address = '127.0.0.1'): string {
    const signIn = `${encodeURIComponent(smtpUser)}:${encodeURIComponent(smtpPassword)}`
    return `${this.#options.secure ? 'smtps' : 'smtp'}://${signIn}@${address}:${this.port}`
  }

  /** Makes this process trust its certificate until the mock is restored, as NODE_EXTRA_CA_CERTS does from a start on. */
  trust(): void {
    const create = tls.createSecureContext
    vi.spyOn(tls, 'createSecureContext').mockImplementation((options) => {
      const made = create(options)
      if (!options?.cert) made.context.addCACert(this.certificate)
      return made
    })
  }

  get commands(): string[] {
    return this.lines.map(({ line }) => line.split(/[ :]/)[0] ?? '')
  }

  get open(): number {
    return this.#sockets.size
  }

  reset(): void {
    this.script = {}
    this.accepted.length = 0
    this.lines.length = 0
    this.mostOpen = 0
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Sends all clients something that they did not ask for. */
  write(text: string): void {
    for (const socket of this.#sockets) socket.write(text)
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  async #listen(): Promise<void> {
    const { secure, name, expired } = this.#options
    if (name !== undefined) {
      const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
        keyType: 'ec',
        algorithm: 'sha256',
        ...(expired ? { notBeforeDate: new Date('2020-01-01'), notAfterDate: new Date('2021-01-01') } : {}),
        extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: name }] }],
      })
      this.certificate = cert
      this.#key = key
    }
    const accept = (socket: Socket) => {
      this.#sockets.add(socket)
      this.mostOpen = Math.max(this.mostOpen, this.#sockets.size)
      socket.on('close', () => this.#sockets.delete(socket))
      new Conversation(socket, this.#options, this).begin(secure === true)
    }
    this.#server = secure ? tls.createServer({ cert: this.certificate, key: this.#key }, accept) : createServer(accept)
    const server = this.#server
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  }

  encrypt(socket: Socket): tls.TLSSocket {
    const secureContext = tls.createSecureContext({ cert: this.certificate, key: this.#key })
    return new tls.TLSSocket(socket, { isServer: true, secureContext })
  }
}

class Conversation {
  readonly #options: FakeSmtpOptions
  readonly #fake: FakeSmtp
  #socket: Socket
  #text = ''
  #next: ((line: string) => void) | undefined
  #from = ''
  #to: string[] = []
  #message: string[] | undefined

  constructor(socket: Socket, options: FakeSmtpOptions, fake: FakeSmtp) {
    this.#socket = socket
    this.#options = options
    this.#fake = fake
  }

  begin(encrypted: boolean): void {
    this.#listen(encrypted)
    this.#do('greeting', '', '220 mail.builders.example ESMTP')
  }

  #listen(encrypted: boolean): void {
    const socket = this.#socket
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      this.#text += chunk.toString('utf8')
      for (let end = this.#text.indexOf('\r\n'); end >= 0; end = this.#text.indexOf('\r\n')) {
        const line = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        if (socket === this.#socket) this.#take(line, encrypted)
      }
    })
  }

  #take(line: string, encrypted: boolean): void {
    if (this.#message) {
      this.#takeOfMessage(line, this.#message)
      return
    }
    this.#fake.lines.push({ line, encrypted })
    const next = this.#next
    this.#next = undefined
    if (next) next(line)
    else this.#obey(line, encrypted)
  }

  #takeOfMessage(line: string, message: string[]): void {
    if (line === '.') {
      const mail = { from: this.#from, to: this.#to, source: message.join('\r\n') }
      this.#message = undefined
      this.#do('message', mail.source, '250 2.0.0 Ok: queued as 4XyZ', () => this.#fake.accepted.push(mail))
    } else message.push(line.replace(/^\.\./, '.'))
  }

  #obey(line: string, encrypted: boolean): void {
    const address = /<(.*)>/.exec(line)?.[1] ?? ''
    const obey: Readonly<Record<string, () => void>> = {
      EHLO: () => this.#do('EHLO', line, this.#extensions(encrypted)),
      STARTTLS: () => {
        const usual = this.#fake.certificate ? '220 Go ahead' : '502 5.5.1 Not known'
        this.#do('STARTTLS', line, usual, (answer) => answer.startsWith('220') && this.#encrypt())
      },
      AUTH: () => this.#signIn(line),
      MAIL: () =>
        this.#do('MAIL', line, '250 2.1.0 Ok', () => {
          this.#from = address
          this.#to = []
        }),
      RCPT: () => this.#do('RCPT', line, '250 2.1.5 Ok', (answer) => answer.startsWith('2') && this.#to.push(address)),
      DATA: () => {
        const usual = this.#to.length > 0 ? '354 Go on' : '554 5.5.1 No recipients'
        this.#do('DATA', line, usual, (answer) => {
          if (answer.startsWith('354')) this.#message = []
        })
      },
      QUIT: () => this.#socket.end('221 2.0.0 Bye\r\n'),
    }
    const command = line.split(/[ :]/)[0] ?? ''
    if (obey[command]) obey[command]()
    else this.#socket.write('502 5.5.2 Not known\r\n')
  }

  /** Answers as the script says, or else with `usual`. */
  #do(step: SmtpStep, line: string, usual: string, then: (answer: string) => unknown = () => undefined): void {
    const scripted = this.#fake.script[step]
    const behaviour = (typeof scripted === 'function' ? scripted(line) : scripted) ?? usual
    if (behaviour === 'cut') {
      // A message whose answer is lost was taken all the same.
      if (step === 'message') then(usual)
      this.#socket.destroy()
    } else if (behaviour !== 'hang') {
      this.#socket.write(`${behaviour}\r\n`)
      if (behaviour === usual || step !== 'message') then(behaviour)
    }
  }

  #extensions(encrypted: boolean): string {
    const { extensions = ['AUTH PLAIN LOGIN', 'PIPELINING', '8BITMIME'] } = this.#options
    const starttls = this.#fake.certificate && !encrypted ? ['STARTTLS'] : []
    const lines = ['mail.builders.example', ...starttls, ...extensions]
    return lines.map((text, index) => `250${index === lines.length - 1 ? ' ' : '-'}${text}`).join('\r\n')
  }

  #signIn(line: string): void {
    const [, mechanism, initial = ''] = line.split(' ')
    const finish = (given: string) =>
      this.#do(
        'AUTH',
        line,
        given === `${smtpUser}\0${smtpPassword}` ? '235 2.7.0 Signed in' : '535 5.7.8 Bad credentials',
      )
    const decoded = (text: string) => Buffer.from(text, 'base64').toString('utf8')
    if (mechanism === 'PLAIN') {
      finish(decoded(initial).replace(/^\0/, ''))
      return
    }
    this.#socket.write(`334 ${Buffer.from('Username:').toString('base64')}\r\n`)
    this.#next = (name) => {
      this.#socket.write(`334 ${Buffer.from('Password:').toString('base64')}\r\n`)
      this.#next = (secret) => finish(`${decoded(name)}\0${decoded(secret)}`)
    }
  }

  #encrypt(): void {
    this.#socket.removeAllListeners('data')
    this.#socket = this.#fake.encrypt(this.#socket)
    this.#text = ''
    this.#listen(true)
  }
}
