import { bareAddress } from '#shared/field-atoms.ts'

/** Mistyped names by provider. Never add real providers, such as mail.com, ymail.com, email.com or gmx.com. */
const mistyped: Readonly<Record<string, string>> = {
  'gmail.com':
    'gnail gmial gamil gmal gmai gmil gmaill gmaiil gmmail ggmail gmali gmaul gmsil gimail gemail gmaik gmailc gmeil gmqil',
  'hotmail.com': 'hotmal hotmai hotmial hotmil hotamil hotnail homail hotmaill hotmali hormail hptmail htomail hitmail',
  'yahoo.com': 'yaho yahooo yhoo yhaoo yaoo yahho yajoo yahool yahpo uahoo tahoo',
  'outlook.com': 'outlok outloo outlock outllok oulook outlooks otulook outolok putlook outloook',
  'icloud.com': 'iclud icoud iclod icloude iclould icluod icolud icloid',
}

/** These top-level domains do not exist. */
const endings: Readonly<Record<string, string>> = {
  com: 'con cmo ocm comm coom cim vom xom clm cpm',
  net: 'ney nte ner nett',
  org: 'ogr orgg ort',
}

/** These top-level domains exist, but not for these providers. */
const foreignEndings = ['co', 'cm', 'om']

const domains = new Map<string, string>()
for (const [domain, names] of Object.entries(mistyped)) {
  const [name = ''] = domain.split('.')
  for (const wrong of names.split(' ')) domains.set(`${wrong}.com`, domain)
  for (const ending of foreignEndings) domains.set(`${name}.${ending}`, domain)
}

const rightEnding = new Map(
  Object.entries(endings).flatMap(([right, wrong]) => wrong.split(' ').map((ending) => [ending, right] as const)),
)

/** Undefined if the domain has no common typing error. */
export function suggestEmail(typed: string): string | undefined {
  const [, local, typedDomain] = /^([^\s@]+)@([^\s@]+\.[^\s@.]+)$/.exec(bareAddress(typed)) ?? []
  if (!local || !typedDomain) return undefined
  const written = typedDomain.toLowerCase()
  const dot = written.lastIndexOf('.') + 1
  const ending = rightEnding.get(written.slice(dot))
  const withRightEnding = ending ? written.slice(0, dot) + ending : written
  const meant = domains.get(withRightEnding) ?? withRightEnding
  return meant === written ? undefined : `${local}@${meant}`
}
