import type { projectTypes } from './estimates/options.ts'
import { responseHours } from './estimates/response-clock.ts'

type Service = {
  readonly name: string
  readonly text: string
  readonly projectType: (typeof projectTypes)[number]['value']
}

type Testimonial = {
  readonly name: string
  readonly location: string
  readonly text: string
  readonly rating: number
  readonly projectValue: string
}

export type Notice = {
  readonly name: string
  readonly neighborhood: string
  readonly action: string
  readonly timeAgo: string
}

/** Everything here is sample content. The phone number (555-01xx) and the domain are reserved for fiction and examples. */
export const company = {
  name: 'Five Borough Builders',
  legalName: 'Five Borough Builders, Inc.',
  phone: { display: '(212) 555-0142', href: 'tel:+12125550142' },
  email: 'hello@fiveboroughbuilders.example',
  serviceArea: 'All five New York City boroughs',
  /** New York City requires the license number wherever a contractor advertises. */
  license: { label: 'NYC HIC License', number: '2098714-DCA' },
  address: { street: '214 West 29th Street', city: 'New York', region: 'NY', postalCode: '10001' },
  hours: 'Monday to Saturday, 7 AM to 7 PM',
  socialProfile: 'https://www.instagram.com/fiveboroughbuilders.example',
  headline: ['Renovation done right.', 'In every borough.'],

  promises: { contact: `within ${responseHours} hours`, estimate: 'within 2-3 business days' },

  /** Invented. Keep only provable claims. */
  claims: {
    licensed: { figure: 'Licensed', sentence: 'Licensed and insured' },
    experience: { figure: '15+', sentence: '15+ years of experience' },
    projects: { figure: '500+', sentence: '500+ projects completed' },
    rating: { figure: '4.9', sentence: '4.9 star Google rating' },
    onTime: { figure: '98%', sentence: '98% on-time delivery' },
    value: { figure: '$50M+', sentence: '$50M+ in project value' },
    response: { figure: '24 hours', sentence: '24-hour response guarantee' },
    fees: { figure: '$0', sentence: 'No hidden fees' },
    consultation: { figure: '$500', sentence: 'Free design consultation valued at $500' },
  },

  services: [
    {
      name: 'Kitchen remodels',
      text: 'Layout, cabinets, counters, gas and electrics, drawn to the inch and built by one crew.',
      projectType: 'kitchen-remodel',
    },
    {
      name: 'Bathroom remodels',
      text: 'Watertight from the pan up: tile, plumbing, heat and light, and a room that is easy to keep.',
      projectType: 'bathroom-remodel',
    },
    {
      name: 'Home additions',
      text: 'A floor up, a room out or a dormer, with the drawings, permits and inspections taken care of.',
      projectType: 'home-addition',
    },
    {
      name: 'Office buildouts',
      text: 'Walls, light, power and data for shops and offices, built around your lease and opening day.',
      projectType: 'commercial',
    },
  ] as const satisfies readonly Service[],
  otherWork: 'Custom renovations too: if it stands in the five boroughs and needs building, ask us.',

  whyChoose: [
    { title: 'One person to call', text: 'Your project manager answers from the first visit to the last signature.' },
    { title: 'A price that holds', text: 'Itemized before we start. No hidden fees, and no change without your yes.' },
    {
      title: 'Dates we keep',
      text: 'A written schedule, a note every Friday, and 98% of projects handed over on time.',
    },
    {
      title: 'Permits done for you',
      text: 'We file with the city, your board and the landmarks office where it has a say.',
    },
    { title: 'A home you can live in', text: 'Dust walls, floor covers and a broom at the end of each working day.' },
  ],

  boroughs: [
    { name: 'Manhattan', text: 'Co-op boards, freight elevators and quiet hours: we build by the house rules.' },
    { name: 'Brooklyn', text: 'Brownstones and row houses, with party walls and plaster given their due.' },
    { name: 'Queens', text: 'From garden apartments to corner houses that need one more floor.' },
    { name: 'The Bronx', text: 'Deco lobbies, prewar kitchens and the storefronts below them.' },
    { name: 'Staten Island', text: 'Detached homes with room to grow: dormers, decks and finished basements.' },
  ],

  /** Invented. Replace them with clients who agreed to be quoted. */
  testimonials: [
    {
      name: 'Marisol Vega',
      location: 'Park Slope, Brooklyn',
      text: 'They opened the wall, found a surprise, and called me with two prices before lunch. Our kitchen was done on the day they had written down in March.',
      rating: 5,
      projectValue: '$85,000',
    },
    {
      name: 'Daniel Osei',
      location: 'Riverdale, The Bronx',
      text: 'Two bathrooms in a prewar building with one working riser. The neighbors below never had a drop, and the board asked me for their number.',
      rating: 5,
      projectValue: '$62,000',
    },
    {
      name: 'Hannah Lindqvist',
      location: 'Long Island City, Queens',
      text: 'Our studio moved in on a Monday with every desk wired. One site lead, one invoice, and nothing on it that I had not seen before.',
      rating: 5,
      projectValue: '$240,000',
    },
  ] as const satisfies readonly Testimonial[],

  /** Invented. Replace them with people who agreed. */
  socialProof: {
    enabled: true as boolean,
    notices: [
      { name: 'Priya', neighborhood: 'Astoria', action: 'asked for a kitchen estimate', timeAgo: '4 minutes ago' },
      { name: 'Marcus', neighborhood: 'Harlem', action: 'booked a design consultation', timeAgo: '17 minutes ago' },
      { name: 'Elena', neighborhood: 'Bay Ridge', action: 'approved a bathroom plan', timeAgo: '32 minutes ago' },
      { name: 'Tom', neighborhood: 'St. George', action: 'asked about a second floor', timeAgo: '1 hour ago' },
      { name: 'Ruth', neighborhood: 'Mott Haven', action: 'signed off an office buildout', timeAgo: '2 hours ago' },
    ] as const satisfies readonly Notice[],
  },

  guide: {
    label: 'Free consultation guide',
    placeholder: 'Your e-mail address',
    button: 'Get started',
  },
} as const

export const licenseLine = `${company.license.label} #${company.license.number}`
