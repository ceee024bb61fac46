import { logo, shareImage } from './site-images.ts'

type Described = {
  readonly name: string
  readonly legalName: string
  readonly phone: { readonly href: string }
  readonly email: string
  readonly license: { readonly label: string; readonly number: string }
  readonly address: {
    readonly street: string
    readonly city: string
    readonly region: string
    readonly postalCode: string
  }
  readonly boroughs: readonly { readonly name: string }[]
  readonly hours: string
  readonly socialProfile?: string | undefined
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const hoursForm = /^(\w+) to (\w+), (0?[1-9]|1[0-2])(?::([0-5]\d))? (AM|PM) to (0?[1-9]|1[0-2])(?::([0-5]\d))? (AM|PM)$/

/** Search engines treat a company's own ratings and reviews as spam. */
export function generalContractor(about: Described, origin: string) {
  const { name, legalName, phone, email, license, address, socialProfile, boroughs } = about
  const openingHours = toOpeningHours(about.hours)
  return {
    '@context': 'https://schema.org',
    '@type': 'GeneralContractor',
    '@id': `${origin}/#company`,
    name,
    legalName,
    url: `${origin}/`,
    logo: `${origin}${logo.path}`,
    image: `${origin}${shareImage.path}`,
    telephone: phone.href.replace(/^tel:/, ''),
    email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.city,
      addressRegion: address.region,
      postalCode: address.postalCode,
      addressCountry: 'US',
    },
    areaServed: boroughs.map((borough) => ({
      '@type': 'AdministrativeArea',
      name: borough.name,
      containedInPlace: { '@type': 'City', name: 'New York City' },
    })),
    ...(openingHours === undefined ? {} : { openingHours }),
    ...(socialProfile === undefined ? {} : { sameAs: [socialProfile] }),
    identifier: { '@type': 'PropertyValue', propertyID: license.label, value: license.number },
  }
}

/** Describes the way to the page of a service. */
export function breadcrumbs(name: string, path: string, origin: string) {
  const steps = [
    { name: 'Home', item: `${origin}/` },
    { name: 'Services', item: `${origin}/#services` },
    { name, item: `${origin}${path}` },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
}

export function questionsAndAnswers(questions: readonly { readonly question: string; readonly answer: string }[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

export function toOpeningHours(hours: string): string | undefined {
  const [, from = '', to = '', ...clock] = hoursForm.exec(hours) ?? []
  if (!days.includes(from) || !days.includes(to)) return undefined
  const [opensHour, opensMinute, opensHalf, closesHour, closesMinute, closesHalf] = clock
  const opens = time(opensHour, opensMinute, opensHalf)
  const closes = time(closesHour, closesMinute, closesHalf)
  return opens < closes ? `${from.slice(0, 2)}-${to.slice(0, 2)} ${opens}-${closes}` : undefined
}

function time(hour: string | undefined, minute = '00', half: string | undefined): string {
  const onTwelve = Number(hour) % 12
  return `${String(half === 'PM' ? onTwelve + 12 : onTwelve).padStart(2, '0')}:${minute}`
}

/** `</` or `<!--` could end the script element. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
