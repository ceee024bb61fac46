import type { Company } from './company-schema.ts'
import { responseHours } from './estimates/response-clock.ts'

/**
 * Everything here is sample content. The phone number (555-01xx) and the domain are reserved for fiction and examples.
 * docs/company.md explains the fields.
 */
export const companyFile: Company = {
  name: 'Five Borough Builders',
  legalName: 'Five Borough Builders, Inc.',
  phone: { display: '(212) 555-0142', href: 'tel:+12125550142' },
  email: 'hello@fiveboroughbuilders.example',
  serviceArea: 'All five New York City boroughs',
  /** New York City requires the license number wherever a contractor advertises. */
  license: {
    label: 'NYC HIC License',
    number: '2098714-DCA',
    /** A page on which visitors can look the license up. */
    search: 'https://www.nyc.gov/dcwp',
  },
  insurance: {
    covers: 'general liability and workers’ compensation',
    certificateOnRequest: true,
  },
  /** The page that the rating comes from. */
  reviews: 'https://www.google.com/search?q=Five+Borough+Builders+reviews',
  address: { street: '214 West 29th Street', city: 'New York', region: 'NY', postalCode: '10001' },
  hours: 'Monday to Saturday, 7 AM to 7 PM',
  /** Your own closed days besides holidays, such as `2026-12-24`. */
  closedDays: [],
  /** "See our portfolio" leads there, or without one to the projects on the home page. */
  socialProfile: 'https://www.instagram.com/fiveboroughbuilders.example',
  headline: ['Renovation done right.', 'In every borough.'],
  lead: 'Kitchens, bathrooms, additions and offices. One contractor, from first drawing to final coat of paint.',
  work: 'kitchens, bathrooms, additions, offices and custom renovations',
  heroPhoto: undefined,

  /** The business days after the first contact within which a detailed estimate follows. */
  estimateDays: 3,

  /** These are invented. Keep only provable claims. */
  claims: {
    licensed: { figure: 'Licensed', sentence: 'Licensed and insured' },
    experience: { figure: '15+', sentence: '15+ years of experience' },
    projects: { figure: '500+', sentence: '500+ projects completed' },
    rating: { figure: '4.9', sentence: '4.9 star Google rating' },
    onTime: { figure: '98%', sentence: '98% on-time delivery' },
    value: { figure: '$50M+', sentence: '$50M+ in project value' },
    response: { figure: `${responseHours} hours`, sentence: `${responseHours}-hour response guarantee` },
    fees: { figure: '$0', sentence: 'No hidden fees' },
    consultation: { figure: '$500', sentence: 'Free design consultation valued at $500' },
  },

  services: [
    {
      name: 'Kitchen remodels',
      text: 'Layout, cabinets, counters, gas and electrical, drawn to the inch and built by one crew.',
      projectType: 'kitchen-remodel',
    },
    {
      name: 'Bathroom remodels',
      text: 'Waterproofed from the shower pan up: tile, plumbing, heat and light, and easy to clean.',
      projectType: 'bathroom-remodel',
    },
    {
      name: 'Home additions',
      text: 'A second story, an extension or a dormer. We handle drawings, permits and inspections.',
      projectType: 'home-addition',
    },
    {
      name: 'Office buildouts',
      text: 'Walls, light, power and data for shops and offices, built around your lease and opening day.',
      projectType: 'commercial',
    },
  ],
  otherWork: 'Custom renovations too. If it’s in the five boroughs, ask us.',

  /** These are invented. Replace them with your own, or empty the list. */
  projects: [
    {
      name: 'Galley kitchen, opened up',
      place: 'Park Slope, Brooklyn',
      text: 'One wall out, new island. 9 weeks, $85,000.',
      drawing: 'kitchen',
    },
    {
      name: 'Prewar bathroom, rebuilt',
      place: 'Riverdale, The Bronx',
      text: 'New riser, walk-in shower. 5 weeks, $31,000.',
      drawing: 'bathroom',
    },
    {
      name: 'Raw loft to design studio',
      place: 'Long Island City, Queens',
      text: '24 desks, all wired. 14 weeks, $240,000.',
      drawing: 'office',
    },
  ],

  whyChoose: [
    { title: 'One person to call', text: 'The same project manager, from first visit to final walkthrough.' },
    {
      title: 'A price that holds',
      text: 'Itemized up front, and no change order without your approval.',
    },
    { title: 'Deadlines we keep', text: 'A written schedule, Friday updates, and 98% delivered on time.' },
    { title: 'Permits done for you', text: 'We file with the DOB, your board and, where needed, Landmarks.' },
    { title: 'A home you can live in', text: 'Dust barriers, floor protection and a cleanup every day.' },
  ],

  /** This person is invented. Replace it with one of your people who agreed, or remove it. */
  projectManager: {
    name: 'Nora Castellano',
    role: 'Senior project manager',
    words: 'Call me, not a switchboard. I’m on site every week.',
  },

  boroughs: [
    { name: 'Manhattan', text: 'Co-op boards, freight elevators.' },
    { name: 'Brooklyn', text: 'Brownstones and parlor floors.' },
    { name: 'Queens', text: 'Row houses, second stories.' },
    { name: 'The Bronx', text: 'Deco lobbies, prewar kitchens.' },
    { name: 'Staten Island', text: 'Dormers, decks, basements.' },
  ],

  /** These are invented. Replace them with clients who agreed to be quoted. */
  testimonials: [
    {
      name: 'Marisol Vega',
      location: 'Park Slope, Brooklyn',
      text: 'They opened the wall, found a surprise, and called me with two prices before lunch. Done on the date they promised.',
      rating: 5,
      projectValue: '$85,000',
    },
    {
      name: 'Daniel Osei',
      location: 'Riverdale, The Bronx',
      text: 'Two bathrooms in a prewar building with one working riser. The neighbors downstairs never saw a drop, and the board asked me for their number.',
      rating: 5,
      projectValue: '$62,000',
    },
    {
      name: 'Hannah Lindqvist',
      location: 'Long Island City, Queens',
      text: 'Our studio moved in on a Monday with every desk wired. One site lead, one invoice, and nothing on it I hadn’t already seen.',
      rating: 5,
      projectValue: '$240,000',
    },
  ],

  /** These are invented. Replace them with people who agreed, or switch them off (`enabled`). */
  socialProof: {
    enabled: true,
    notices: [
      { name: 'Priya', neighborhood: 'Astoria', action: 'asked for a kitchen estimate', timeAgo: '4 minutes ago' },
      { name: 'Marcus', neighborhood: 'Harlem', action: 'booked a design consultation', timeAgo: '17 minutes ago' },
      { name: 'Elena', neighborhood: 'Bay Ridge', action: 'approved a bathroom plan', timeAgo: '32 minutes ago' },
      { name: 'Tom', neighborhood: 'St. George', action: 'asked about a second floor', timeAgo: '1 hour ago' },
      { name: 'Ruth', neighborhood: 'Mott Haven', action: 'signed off an office buildout', timeAgo: '2 hours ago' },
    ],
  },

  guide: {
    label: 'Free consultation guide',
    placeholder: 'Your email address',
    button: 'Get started',
  },
}
