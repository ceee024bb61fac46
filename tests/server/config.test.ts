import { describe, expect, test } from 'vitest'
import { ConfigError, databasePlace, parseConfig } from '#server/config.ts'
import { company } from '#shared/company.ts'

const parse = (environment: Record<string, string | undefined>) => parseConfig(environment, '/srv/app')

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    parse(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('defaults', () => {
  const defaults = {
    port: 3000,
    host: '0.0.0.0',
    appOrigin: 'http://localhost:3000',
    allowedOrigins: ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'],
    hstsIncludeSubdomains: true,
    dataDir: '/srv/app/data',
    databaseUrl: 'file:/srv/app/data/app.db',
    databaseDirectUrl: undefined,
    databasePoolSize: 10,
    adminEmails: [],
    postmarkServerToken: undefined,
    postmarkApiOrigin: 'https://api.postmarkapp.com',
    postmarkWebhookSecret: undefined,
    smtp: undefined,
    mailFrom: company.email,
    staffInbox: [company.email],
    trustedProxies: [],
    logLevel: 'info',
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    warnings: [],
  }

  test('has a default for every setting', () => {
    expect(parse({})).toEqual(defaults)
  })

  test('uses the defaults for empty settings', () => {
    const names = ['PORT', 'HOST', 'APP_ORIGIN', 'DATA_DIR', 'DATABASE_URL', 'ADMIN_EMAILS', 'POSTMARK_SERVER_TOKEN']
    const others = [
      ...['DATABASE_DIRECT_URL', 'DATABASE_POOL_SIZE', 'POSTMARK_API_ORIGIN', 'MAIL_FROM', 'STAFF_INBOX'],
      ...['TRUST_PROXY', 'LOG_LEVEL', 'METRICS_PORT', 'MAIL_URL'],
    ]
    const empty = [...names, ...others, 'HSTS_INCLUDE_SUBDOMAINS'].map((name, index) => [
      name,
      index % 2 === 0 ? '' : '  ',
    ])
    expect(parse(Object.fromEntries(empty))).toEqual(defaults)
  })

  test('derives defaults from PORT and DATA_DIR', () => {
    expect(parse({ PORT: '8080', DATA_DIR: '/var/site' })).toMatchObject({
      appOrigin: 'http://localhost:8080',
      databaseUrl: 'file:/var/site/app.db',
    })
  })
})

test.each([
  ['https://www.example.com/', 'https://www.example.com'],
  ['HTTPS://WWW.Example.com', 'https://www.example.com'],
])('reads the public address %s as %s', (given, origin) => {
  expect(parse({ APP_ORIGIN: given })).toMatchObject({ appOrigin: origin, allowedOrigins: [origin] })
})

test('writes local origins as browsers do', () => {
  expect(parse({ PORT: '80' }).allowedOrigins).toEqual(['http://localhost', 'http://127.0.0.1', 'http://[::1]'])
})

test.each([
  ['true', true],
  ['false', false],
  ['FALSE', false],
])('HSTS_INCLUDE_SUBDOMAINS=%s means %s', (given, expected) => {
  expect(parse({ HSTS_INCLUDE_SUBDOMAINS: given }).hstsIncludeSubdomains).toBe(expected)
})

test.each([
  ['file:site.db', 'file:/srv/app/site.db'],
  ['file:/data/site.db', 'file:/data/site.db'],
  ['file:///data/site.db', 'file:/data/site.db'],
  ['postgresql://app:secret@db:5432/site', 'postgresql://app:secret@db:5432/site'],
])('reads the database URL %s as %s', (given, url) => {
  expect(parse({ DATABASE_URL: given }).databaseUrl).toBe(url)
})

test('opens the database with the direct URL and the number of connections', () => {
  const [pooled, direct] = ['postgresql://app@pooler:6432/site', 'postgresql://app@db:5432/site']
  const config = parse({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct, DATABASE_POOL_SIZE: '25' })
  expect(databasePlace(config)).toEqual({ url: pooled, directUrl: direct, poolSize: 25 })
})

test('separates lists by commas, with or without spaces', () => {
  const config = parse({
    ADMIN_EMAILS: 'ada@example.com, bo@example.com,',
    STAFF_INBOX: 'office@example.com',
    TRUST_PROXY: '10.0.0.0/8,::1, 192.0.2.7',
  })
  expect(config.adminEmails).toEqual(['ada@example.com', 'bo@example.com'])
  expect(config.staffInbox).toEqual(['office@example.com'])
  expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1', '192.0.2.7'])
})

test.each([
  ['smtps://me%40mail.example:p%40s%2Fs%23w%3Ao@smtp.mail.example', 'smtp.mail.example', 465, true, 'p@s/s#w:o'],
  ['smtp://me%40mail.example:pass@smtp.mail.example', 'smtp.mail.example', 587, false, 'pass'],
  ['SMTP://me%40mail.example:pa:ss@[2001:db8::1]:2525/', '2001:db8::1', 2525, false, 'pa:ss'],
])('reads the mail account %s', (given, host, port, secure, pass) => {
  const signIn = { user: 'me@mail.example', pass }
  const { smtp } = parse({ MAIL_URL: given, APP_ORIGIN: 'https://www.builders.example' })
  expect(smtp).toEqual({ host, port, secure, signIn, clientName: 'www.builders.example' })
})

test('reads a mail server that wants no user', () => {
  expect(parse({ MAIL_URL: 'smtp://localhost:25' }).smtp).toMatchObject({ host: 'localhost', signIn: undefined })
})

test('refuses two mail services at once', () => {
  expect(problemsOf({ POSTMARK_SERVER_TOKEN: 'token', MAIL_URL: 'smtp://localhost' })).toEqual([
    'MAIL_URL: expected nothing, because POSTMARK_SERVER_TOKEN is set, and emails go out by one of the two',
  ])
})

test('refuses metrics on the port of the site', () => {
  expect(problemsOf({ PORT: '9464', METRICS_PORT: '9464' })).toEqual(['METRICS_PORT: expected another port than PORT'])
})

test('reports settings that do not go together with those that are wrong by themselves', () => {
  const problems = problemsOf({
    ...{ PORT: '3001', METRICS_PORT: '3001', POSTMARK_SERVER_TOKEN: 'token', MAIL_URL: 'smtp://localhost' },
    ...{ DATABASE_DIRECT_URL: 'postgresql://app@db/site', HSTS_INCLUDE_SUBDOMAINS: 'off', LOG_LEVEL: 'loud' },
  })
  const names = ['DATABASE_DIRECT_URL', 'HSTS_INCLUDE_SUBDOMAINS', 'LOG_LEVEL', 'MAIL_URL', 'METRICS_PORT']
  expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual(names)
})

test('says of two settings that do not go together what is wrong with one by itself, if it is', () => {
  const direct = { DATABASE_DIRECT_URL: 'postgresql://app@db/site' }
  const [problem, ...others] = problemsOf({ ...direct, DATABASE_URL: 'postgresql://app:12#34@db/site' })
  expect(problem).toMatch(/^DATABASE_URL: expected .*percent-encoded/)
  expect(others).toEqual([])
  expect(problemsOf({ PORT: '70000', METRICS_PORT: '70000' })).toEqual([
    'METRICS_PORT: expected a port number, 1 to 65535',
    'PORT: expected a port number, 0 to 65535',
  ])
})

describe('invalid settings', () => {
  const wrong = {
    PORT: '70000',
    APP_ORIGIN: 'https://example.com/path',
    HSTS_INCLUDE_SUBDOMAINS: 'off',
    DATABASE_URL: 'mysql://root:planted-password@db/site',
    DATABASE_DIRECT_URL: 'file:planted-password',
    DATABASE_POOL_SIZE: '2',
    ADMIN_EMAILS: 'ada@example.com, nobody',
    POSTMARK_SERVER_TOKEN: 'planted token',
    POSTMARK_API_ORIGIN: 'api.postmarkapp.com',
    POSTMARK_WEBHOOK_SECRET: 'planted-but-too-short',
    MAIL_URL: 'smtps://me:planted-password#1@mail.example',
    MAIL_FROM: 'the office',
    STAFF_INBOX: ',',
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'loud',
    METRICS_PORT: '0',
  }

  test('reports all invalid settings at once, one line each', () => {
    const problems = problemsOf(wrong)
    expect(new Set(problems.map((problem) => problem.split(':')[0]))).toEqual(new Set(Object.keys(wrong)))
    expect(problems).toHaveLength(Object.keys(wrong).length)
    for (const problem of problems) expect(problem).toMatch(/^[A-Z_]+: expected \S/)
    expect(() => parse(wrong)).toThrow(/^Some settings are wrong:\n {2}\S/)
  })

  test('reports invalid settings without their values, which may be secret', () => {
    const told = problemsOf(wrong).join('\n')
    for (const value of [wrong.DATABASE_URL, 'planted-password', wrong.POSTMARK_SERVER_TOKEN, wrong.ADMIN_EMAILS])
      expect(told).not.toContain(value)
  })

  test('says how to write a mail account', () => {
    const [problem] = problemsOf({ MAIL_URL: 'smtps://me:planted@word@mail.example' })
    expect(problem).toMatch(/^MAIL_URL: expected smtps:\/\/USER:PASSWORD@HOST:465 or .*percent-encoded/)
    expect(problem).not.toContain('planted')
  })

  test.each([
    ['PORT', ['-1', '3000x', '1e3', '65536', ' 80 80']],
    ['APP_ORIGIN', ['example.com', 'ftp://example.com', 'https://user@example.com', 'https://example.com?x', 'null']],
    ['HSTS_INCLUDE_SUBDOMAINS', ['0', '1', 'yes', 'no', 'includeSubDomains']],
    ['DATABASE_URL', ['file:', 'app.db', 'http://db/site', 'postgres//db']],
    ['DATABASE_URL', ['postgresql://app@db/site?schema=app']],
    ['DATABASE_URL', ['postgresql://app:12#34@db/site', 'postgresql://app:12/34@db/site']],
    ['DATA_DIR', ['~/data', '"/data"', "'/data'"]],
    ['DATABASE_DIRECT_URL', ['file:/data/site.db', 'http://db/site', 'postgresql://app@db/site']],
    ['DATABASE_POOL_SIZE', ['2', '0', '-1', '1000', 'many', '1e2']],
    ['TRUST_PROXY', ['1', 'loopback', '10.0.0.0/99', '*']],
    [
      'MAIL_URL',
      ['http://me:pass@mail.example', 'mail.example:587', 'smtp:mail.example', 'smtps://', 'smtp://me:pass@'],
    ],
    ['MAIL_URL', ['smtp://me:p@ss@mail.example', 'smtp://me:p/ss@mail.example', 'smtp://me:p#ss@mail.example']],
    [
      'MAIL_URL',
      ['smtp://me@mail.example:pass@smtp.mail.example', 'smtp://me@mail.example', 'smtp://:pass@mail.example'],
    ],
    ['MAIL_URL', ['smtp://me:pa ss@mail.example', 'smtp://me:100%@mail.example', 'smtp://me:a%0Ab@mail.example']],
    ['MAIL_URL', ['smtps://me:pass@mail.example?pool=true', 'smtps://me:pass@mail.example/x', 'smtp://mail.example#x']],
    ['MAIL_URL', ['smtp://mail.example:0', 'smtp://mail.example:65536', 'smtp://mail.example:', 'smtp://a b']],
    ['MAIL_FROM', ['a@example.com, b@example.com', 'A <a@example.com>', 'a@example.com\r\nBcc: b@example.com']],
  ])('refuses invalid values of %s: %j', (name, values) => {
    for (const value of values) expect([value, problemsOf({ [name]: value }).length]).toEqual([value, 1])
  })
})
