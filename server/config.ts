import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { company } from '#shared/company.ts'
import { type DatabasePlace, defaultPoolSize } from './database/open.ts'
import { isSqliteUrl, sqlitePath } from './database/sqlite-path.ts'
import { misspelledSettings } from './misspelled-settings.ts'
import { parseMailUrl, type SmtpAccount } from './smtp-account.ts'

export type Config = {
  readonly port: number
  readonly host: string
  /** It has no trailing slash. */
  readonly appOrigin: string
  readonly allowedOrigins: readonly string[]
  readonly hstsIncludeSubdomains: boolean
  readonly dataDir: string
  /** It is `file:` with an absolute path, or `postgresql://…`. */
  readonly databaseUrl: string
  /** PostgreSQL itself, if `databaseUrl` leads to a pooler. */
  readonly databaseDirectUrl: string | undefined
  readonly databasePoolSize: number
  /** 32 bytes, which encrypt secrets in the database. On one machine a file has them instead. */
  readonly secretsKey: Buffer | undefined
  readonly adminEmails: readonly string[]
  /** Without it and `smtp`, emails are written to files. */
  readonly postmarkServerToken: string | undefined
  readonly postmarkApiOrigin: string
  /** Without it, Postmark cannot report bounces. */
  readonly postmarkWebhookSecret: string | undefined
  readonly smtp: (SmtpAccount & { readonly clientName: string }) | undefined
  readonly mailFrom: string
  readonly staffInbox: readonly string[]
  /** It is a push service besides those of the browsers. */
  readonly pushOrigin: string | undefined
  /** Without it, `maxAcknowledgementsPerHour` holds. */
  readonly acknowledgementsPerHour: number | undefined
  readonly trustedProxies: readonly string[]
  readonly logLevel: (typeof logLevels)[number]
  /** Without it, there are no metrics. */
  readonly metricsPort: number | undefined
  readonly metricsHost: string
  readonly warnings: readonly string[]
}

/** The problems contain no values, since some settings are secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`${problems.length === 1 ? 'A setting is' : 'Some settings are'} wrong:\n  ${problems.join('\n  ')}`)
    this.problems = problems
  }
}

const defaultPort = 3000
const minPoolSize = 3
const poolSizes = `a number from ${minPoolSize} to 999`

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username, password } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && pathname === '/' && `${search}${hash}${username}${password}` === ''
}

function isDatabaseUrl(text: string): boolean {
  return isSqliteUrl(text) ? sqlitePath(text) !== '' : isPostgresqlUrl(text)
}

const postgresqlScheme = /^postgres(ql)?:\/\//

function isPostgresqlUrl(text: string): boolean {
  if (!postgresqlScheme.test(text) || !URL.canParse(text)) return false
  const { hash, hostname, pathname, searchParams } = new URL(text)
  // A password with a # or / of its own ends the host early, and the host would be looked up under another name.
  if (hash !== '' || pathname.includes('@')) return false
  // A parameter may name a Unix socket.
  return hostname !== '' || searchParams.has('host')
}

/** All tables are in one schema. Prisma and other programs take another from a parameter, which would be left out here. */
function hasPublicSchema(text: string): boolean {
  return !isPostgresqlUrl(text) || (new URL(text).searchParams.get('schema') ?? 'public') === 'public'
}

const postgresqlForm =
  'postgresql://USER:PASSWORD@HOST:PORT/NAME, with special characters of the password percent-encoded (such as %23 for #)'
const mailUrlForm =
  'smtps://USER:PASSWORD@HOST:465 or smtp://USER:PASSWORD@HOST:587 and nothing after it, with special characters of the user and password percent-encoded (such as %40 for @, %2F for / and %23 for #)'
const schemaError = 'no ?schema=, because all tables are in the schema public'

const origin = (expected: string) =>
  z
    .string()
    .refine(isOrigin, { error: expected })
    .transform((text) => new URL(text).origin)

const commaList = <Item extends z.ZodType<string, string>>(item: Item) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(item))

const emailList = (expected: string) => commaList(z.email({ error: expected }))

const portFrom = (min: number) => {
  const expected = `a port number, ${min} to 65535`
  return z
    .string()
    .regex(/^\d{1,5}$/, expected)
    .transform(Number)
    .refine((port) => port >= min && port <= 65_535, { error: expected })
}

const boolean = z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'true or false' })

const environmentSchema = z.object({
  PORT: portFrom(0).default(defaultPort),
  HOST: z.string().default('0.0.0.0'),
  APP_ORIGIN: origin('an address like https://www.example.com, without a path').optional(),
  HSTS_INCLUDE_SUBDOMAINS: boolean.default(true),
  DATA_DIR: z
    .string()
    .refine((path) => !/^(?:~|["'])/.test(path), {
      error: 'a path without ~ and quotes, which only a shell would replace',
    })
    .default('data'),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, { error: `file:PATH or ${postgresqlForm}` })
    .refine(hasPublicSchema, { error: schemaError })
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .refine((text) => isPostgresqlUrl(text), { error: postgresqlForm })
    .refine(hasPublicSchema, { error: schemaError })
    .optional(),
  DATABASE_POOL_SIZE: z
    .string()
    .regex(/^\d{1,3}$/, poolSizes)
    .transform(Number)
    .refine((size) => size >= minPoolSize, { error: poolSizes })
    .default(defaultPoolSize),
  SECRETS_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, '43 characters, which are 32 random bytes in base64url')
    .transform((text) => Buffer.from(text, 'base64url'))
    .optional(),
  ADMIN_EMAILS: emailList('email addresses separated by commas').default([]),
  POSTMARK_SERVER_TOKEN: z
    .string()
    .regex(/^[\w-]+$/, 'the server token as Postmark shows it')
    .optional(),
  POSTMARK_API_ORIGIN: origin('an address like https://api.postmarkapp.com, without a path').default(
    'https://api.postmarkapp.com',
  ),
  POSTMARK_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w-]{32,128}$/, '32 to 128 letters, digits, - or _')
    .optional(),
  MAIL_URL: z
    .string()
    .transform(parseMailUrl)
    .refine((account) => account !== undefined, { error: mailUrlForm })
    .optional(),
  MAIL_FROM: z.email({ error: 'one email address' }).optional(),
  STAFF_INBOX: emailList('email addresses separated by commas')
    .refine((list) => list.length > 0, { error: 'at least one email address' })
    .optional(),
  PUSH_ORIGIN: origin('an address like https://push.example.com, without a path').optional(),
  ACKNOWLEDGEMENTS_PER_HOUR: z
    .string()
    .regex(/^\d{1,7}$/, 'a number up to 9999999')
    .transform(Number)
    .optional(),
  TRUST_PROXY: commaList(
    z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
      error: 'IP addresses or CIDR ranges separated by commas',
    }),
  ).default([]),
  LOG_LEVEL: z.enum(logLevels, { error: `one of ${logLevels.join(', ')}` }).default('info'),
  METRICS_PORT: portFrom(1).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
})

/**
 * What is refused beside another setting, by name. A refinement of the schema would only run once each setting is right by
 * itself.
 */
function refusedTogether({ PORT = String(defaultPort), ...given }: Record<string, string | undefined>) {
  const problems = new Map<string, string>()
  // A URL of PostgreSQL that is wrong has a problem of its own.
  if (given.DATABASE_DIRECT_URL && !postgresqlScheme.test(given.DATABASE_URL ?? ''))
    problems.set('DATABASE_DIRECT_URL', 'nothing, because DATABASE_URL is not postgresql://…')
  if (given.MAIL_URL && given.POSTMARK_SERVER_TOKEN)
    problems.set('MAIL_URL', 'nothing, because POSTMARK_SERVER_TOKEN is set, and emails go out by one of the two')
  if (Number(given.METRICS_PORT) === Number(PORT)) problems.set('METRICS_PORT', 'another port than PORT')
  return problems
}

/**
 * An empty variable counts as not set.
 *
 * @param fileNames from the `.env` file
 * @throws {ConfigError}
 */
export function parseConfig(
  environment: Record<string, string | undefined>,
  workingDirectory: string,
  fileNames: readonly string[] = [],
): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  // Compiling the schema would take longer than the only use of it.
  const parsed = environmentSchema.safeParse(given, { jitless: true })
  const problems = refusedTogether(given)
  for (const { path, message } of parsed.error?.issues ?? []) problems.set(String(path[0]), message)
  if (!parsed.success || problems.size > 0)
    throw new ConfigError([...problems].map(([name, expected]) => `${name}: expected ${expected}`))

  const settings = parsed.data
  const origins = publicOrigins(settings.APP_ORIGIN, settings.PORT)
  const dataDir = resolve(workingDirectory, settings.DATA_DIR)
  return {
    port: settings.PORT,
    host: settings.HOST,
    ...origins,
    hstsIncludeSubdomains: settings.HSTS_INCLUDE_SUBDOMAINS,
    dataDir,
    databaseUrl: absoluteFileUrl(settings.DATABASE_URL ?? `file:${join(dataDir, 'app.db')}`, workingDirectory),
    databaseDirectUrl: settings.DATABASE_DIRECT_URL,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    secretsKey: settings.SECRETS_KEY,
    adminEmails: settings.ADMIN_EMAILS,
    postmarkServerToken: settings.POSTMARK_SERVER_TOKEN,
    postmarkApiOrigin: settings.POSTMARK_API_ORIGIN,
    postmarkWebhookSecret: settings.POSTMARK_WEBHOOK_SECRET,
    smtp: settings.MAIL_URL && { ...settings.MAIL_URL, clientName: new URL(origins.appOrigin).hostname },
    // Administrators may change the company's address at any time.
    get mailFrom() {
      return settings.MAIL_FROM ?? company.email
    },
    get staffInbox() {
      return settings.STAFF_INBOX ?? [company.email]
    },
    pushOrigin: settings.PUSH_ORIGIN,
    acknowledgementsPerHour: settings.ACKNOWLEDGEMENTS_PER_HOUR,
    trustedProxies: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
    metricsPort: settings.METRICS_PORT,
    metricsHost: settings.METRICS_HOST,
    warnings: misspelledSettings({
      known: Object.keys(environmentSchema.shape),
      environment: Object.keys(environment),
      file: fileNames,
    }),
  }
}

function publicOrigins(appOrigin: string | undefined, port: number): Pick<Config, 'appOrigin' | 'allowedOrigins'> {
  if (appOrigin) return { appOrigin, allowedOrigins: [appOrigin] }
  // Browsers omit the default port.
  const local = (host: string) => new URL(`http://${host}:${port}`).origin
  const localhost = local('localhost')
  return { appOrigin: localhost, allowedOrigins: [localhost, local('127.0.0.1'), local('[::1]')] }
}

/** @returns a `file:` URL with an absolute path, or a PostgreSQL URL; undefined for any other text */
export function parseDatabaseUrl(text: string, workingDirectory: string): string | undefined {
  return isDatabaseUrl(text) ? absoluteFileUrl(text, workingDirectory) : undefined
}

function absoluteFileUrl(url: string, workingDirectory: string): string {
  if (!isSqliteUrl(url)) return url
  // Both file:data/app.db and file:///srv/app.db are in use.
  const path = sqlitePath(url).replace(/^\/\/(?=\/)/, '')
  return `file:${isAbsolute(path) ? path : resolve(workingDirectory, path)}`
}

/** Picks the options of `openDatabase` besides a log. */
export function databasePlace({ databaseUrl, databaseDirectUrl, databasePoolSize }: Config): DatabasePlace {
  return { url: databaseUrl, directUrl: databaseDirectUrl, poolSize: databasePoolSize }
}
