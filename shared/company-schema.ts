import * as z from 'zod/mini'
import { isCalendarDay } from './calendar-days.ts'
import { optionValues, projectTypes } from './estimates/options.ts'
import { emailAddress, longText, notInALine, withoutUnseenInLine } from './field-atoms.ts'
import { toOpeningHours } from './structured-data.ts'

type Note = {
  readonly label: string
  readonly hint?: string
  /** Takes several rows. */
  readonly isLong?: true
  readonly isDay?: true
  /** The first choice, for a field that may be left out. */
  readonly none?: string
  /** What one entry of a list is called. */
  readonly entry?: string
}

/** What the dashboard's forms say about the fields. A field without a note is in no form. */
export const fieldNotes = new WeakMap<z.core.$ZodType, Note>()

/** The limits are in characters. */
const limits = { line: 120, sentence: 400, page: 5_000 } as const

const missing = 'Please fill this in.'

function noted<Schema extends z.ZodMiniType>(schema: Schema, label: string, note: Omit<Note, 'label'> = {}): Schema {
  fieldNotes.set(schema, { label, ...note })
  return schema
}

const oneLine = (limit: number) =>
  longText(limit, missing).check(z.refine((text) => !notInALine.test(text), { error: 'Please keep it to one line.' }))

const line = (label: string, hint?: string) => noted(oneLine(limits.line), label, hint ? { hint } : {})

const sentence = (label: string, hint?: string) =>
  noted(oneLine(limits.sentence), label, { isLong: true, ...(hint ? { hint } : {}) })

/** @param before what the pages said before there was this field, which stored companies may lack */
function added(before: string, schema: z.ZodMiniType<string, string>): z.ZodMiniDefault<z.ZodMiniType<string, string>> {
  const field = z._default(schema, before)
  const note = fieldNotes.get(schema)
  if (note) fieldNotes.set(field, note)
  return field
}

/** Browsers would open other schemes as scripts or programs. */
function isLink(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:'
}

const link = (label: string, hint: string) =>
  noted(
    z.optional(
      z
        .string()
        .check(
          z.overwrite(withoutUnseenInLine),
          z.trim(),
          z.maxLength(500, { error: 'Please keep it to 500 characters.' }),
          z.refine(isLink, { error: 'Please enter an address that begins with https://' }),
        ),
    ),
    label,
    { hint },
  )

const noDay = 'Please enter a day.'

/** Each use has a note of its own. */
const day = () => z.string({ error: noDay }).check(z.refine(isCalendarDay, { error: noDay }))

function count(limit: number, label: string, hint?: string) {
  const error = `Please enter a number from 1 to ${limit}.`
  return noted(
    z.int({ error }).check(z.minimum(1, { error }), z.maximum(limit, { error })),
    label,
    hint ? { hint } : {},
  )
}

const atMost = (limit: number) => z.maxLength(limit, { error: `Please keep it to ${limit}.` })

/** Of each photograph: the sizes that were made of it, for `srcset`, `src` and the place that it keeps. */
const photoSizes = z.object({
  width: z.number(),
  height: z.number(),
  avif: z.string().check(z.maxLength(500)),
  webp: z.string().check(z.maxLength(100)),
})

const noPhotograph = 'Please choose a photograph.'

export const photoSchema = z.object(
  {
    /** The name of a file in the folder `photos/`, such as `hero.jpg`, or the id of an uploaded one. */
    file: z.string().check(z.regex(/^\w[\w .-]{0,199}$/, { error: noPhotograph })),
    alt: line('What it shows', 'For those who cannot see it, such as: A kitchen in Park Slope with an oak island'),
    /** An uploaded photograph has them once its page is made. */
    sizes: z.optional(photoSizes),
  },
  { error: noPhotograph },
)

const photo = (label: string, hint?: string) => noted(z.optional(photoSchema), label, hint ? { hint } : {})

const claim = (label: string) =>
  noted(
    z
      .object({
        figure: line('Figure', 'Such as 15+'),
        sentence: line('Sentence', 'Such as 15+ years of experience'),
        source: noted(z.optional(oneLine(limits.sentence)), 'Where it can be checked', {
          hint: 'The page, register or book that proves it. Visitors do not see this.',
        }),
        since: noted(z.optional(oneLine(limits.line)), 'As of', {
          hint: 'Such as June 2026. Visitors do not see this.',
        }),
        isHidden: noted(z.optional(z.boolean()), 'Not on the site'),
      })
      .check(
        z.refine(({ isHidden, source }) => isHidden === true || source !== undefined, {
          error: 'Say where this can be checked, or leave it off the site.',
          path: ['source'],
        }),
      ),
    label,
  )

const question = z.object({ question: line('Question'), answer: sentence('Answer') })

/** A page of its own takes this many words, so that none is a template. */
const minPageWords = 120

const service = z.object({
  name: line('Name'),
  text: sentence('Sentence on the card'),
  projectType: noted(z.enum(optionValues(projectTypes)), 'Opens the form with'),
  photo: photo('Photograph'),
  page: noted(
    z.optional(
      z.object({
        text: noted(
          longText(limits.page, missing).check(
            z.refine((text) => text.split(/\s+/).length >= minPageWords, {
              error: `A page of its own takes at least ${minPageWords} words of yours.`,
            }),
          ),
          'Text',
          { isLong: true, hint: 'In your own words. An empty line begins a paragraph.' },
        ),
        questions: noted(z.array(question).check(atMost(6)), 'Questions', { entry: 'question' }),
      }),
    ),
    'A page of its own',
    { hint: 'Found by search engines, and linked from the card.' },
  ),
})

const project = z.object({
  name: line('Name'),
  place: line('Place', 'Such as Park Slope, Brooklyn'),
  text: sentence('What was done'),
  projectType: noted(z.optional(z.enum(optionValues(projectTypes))), 'Kind of work', {
    hint: 'The page of a service shows the projects of its kind.',
    none: 'As its drawing',
  }),
  drawing: noted(z.enum(['kitchen', 'bathroom', 'office']), 'Drawing', {
    hint: 'Shown while there are no photographs.',
  }),
  photos: noted(
    z.optional(
      z.object({ after: noted(photoSchema, 'After the work'), before: photo('Before the work, if you have one') }),
    ),
    'Photographs',
  ),
})

const projectManager = z.object({
  name: line('Name'),
  role: line('Role'),
  words: sentence('In their own words'),
  photo: photo('Photograph'),
})

const testimonial = z.object({
  name: line('Name'),
  location: line('Place', 'Such as Riverdale, The Bronx'),
  text: noted(oneLine(1_000), 'What they said', { isLong: true }),
  rating: count(5, 'Stars, 1 to 5'),
  projectValue: line('Worth of the project', 'Such as $85,000'),
  consentOn: z.optional(day()),
  photo: photo('Photograph'),
})

const quotedTestimonial = z.extend(testimonial, {
  consentOn: noted(day(), 'Agreed to be quoted on', {
    hint: 'Keep their message. Visitors do not see this.',
    isDay: true,
  }),
})

const testimonials = <Element extends z.ZodMiniType>(element: Element) =>
  noted(z.array(element).check(atMost(12)), 'Testimonials', { entry: 'testimonial' })

const notice = z.object({
  name: line('First name'),
  neighborhood: line('Neighborhood'),
  action: line('What they did', 'Such as: asked for a kitchen estimate'),
  timeAgo: line('When', 'Such as 4 minutes ago'),
})

const hours = (schema: z.ZodMiniType<string, string>) =>
  noted(schema, 'Hours', { hint: 'Such as Monday to Saturday, 7 AM to 7 PM' })

/** What the site, the emails and the print say about the company. docs/company.md explains the fields. */
export const companySchema = z.object({
  name: line('Name'),
  legalName: line('Legal name'),
  phone: z.object({
    display: noted(
      oneLine(40).check(z.regex(/\d{3}\D*\d{4}/, { error: 'Please enter a phone number such as (212) 555-0142.' })),
      'Phone',
    ),
    /** Follows from `display`. */
    href: z.string().check(z.maxLength(100)),
  }),
  email: noted(emailAddress(254, 'Please enter an email address.'), 'Email'),
  serviceArea: line('Service area'),
  license: z.object({
    label: line('License', 'New York City requires the license number wherever a contractor advertises.'),
    number: noted(
      oneLine(40).check(
        z.regex(/^\d{7}-DC(?:A|WP)$/, { error: 'A home improvement license looks like 2098714-DCA or 2098714-DCWP.' }),
      ),
      'License number',
    ),
    search: link('Page of your license', 'The address of your entry in the city’s license search.'),
  }),
  insurance: z.object({
    covers: noted(z.optional(oneLine(limits.line)), 'Insured for'),
    certificateOnRequest: noted(z.boolean(), 'Visitors can ask for the certificate'),
  }),
  reviews: link('Page of your reviews', 'The rating leads there.'),
  reviewLink: link(
    'Link for reviews',
    'Where customers write a review, such as “Ask for reviews” in your Google Business Profile.',
  ),
  address: z.object({
    street: line('Street'),
    city: line('City'),
    region: noted(oneLine(2).check(z.regex(/^[A-Z]{2}$/, { error: 'Two letters, such as NY.' })), 'State'),
    postalCode: noted(
      oneLine(10).check(z.regex(/^\d{5}(?:-\d{4})?$/, { error: 'Five digits, such as 10001.' })),
      'ZIP code',
    ),
  }),
  hours: hours(oneLine(limits.line)),
  closedDays: noted(z.array(noted(day(), 'Day', { isDay: true })).check(atMost(60)), 'Closed days besides holidays', {
    entry: 'day',
  }),
  socialProfile: link('Your profile elsewhere', 'Such as Instagram. “See our portfolio” leads there.'),
  headline: noted(z.tuple([line('First line'), line('Second line')]), 'Headline'),
  lead: added(
    'Kitchens, bathrooms, additions and offices. One contractor, from first drawing to final coat of paint.',
    sentence('Below the headline'),
  ),
  work: added(
    'kitchens, bathrooms, additions, offices and custom renovations',
    line('What you build', 'Such as kitchens, bathrooms and offices. It is in the footer and in search results.'),
  ),
  heroPhoto: photo('Photograph at the top', 'At least 1600 pixels wide. Without one, the skyline is drawn.'),
  estimateDays: count(
    60,
    'Business days to a detailed estimate',
    'After the first contact. With 3, the pages say “within 2-3 business days”.',
  ),
  claims: z.object({
    licensed: claim('Licensed'),
    experience: claim('Experience'),
    projects: claim('Projects'),
    rating: claim('Rating'),
    onTime: claim('On time'),
    value: claim('Project value'),
    response: claim('Response'),
    fees: claim('Fees'),
    consultation: claim('Consultation'),
  }),
  services: noted(z.array(service).check(z.minLength(1), atMost(12)), 'Services', { entry: 'service' }),
  otherWork: sentence('Below the services'),
  projects: noted(z.array(project).check(atMost(12)), 'Projects', { entry: 'project' }),
  whyChoose: noted(
    z.array(z.object({ title: line('Reason'), text: sentence('Sentence') })).check(atMost(8)),
    'Why choose us',
    { entry: 'reason' },
  ),
  projectManager: noted(z.optional(projectManager), 'Project manager'),
  boroughs: noted(
    z.array(z.object({ name: line('Borough'), text: line('What you know there') })).check(atMost(8)),
    'Boroughs',
    { entry: 'borough' },
  ),
  testimonials: testimonials(testimonial),
  socialProof: z.object({
    enabled: noted(z.boolean(), 'Show notices in the corner of the home page', {
      hint: 'Only of real people who agreed.',
    }),
    notices: noted(z.array(notice).check(atMost(12)), 'Notices', { entry: 'notice' }),
  }),
  guide: noted(
    z.object({ label: line('Label'), placeholder: line('Placeholder'), button: line('Button') }),
    'Field for an email address in the header',
  ),
})

/** What a save takes. Versions that were published before, and the sample, may have less. */
export const companyToSave = z.extend(companySchema, {
  hours: hours(
    oneLine(limits.line).check(
      z.refine((text) => toOpeningHours(text) !== undefined, {
        error: 'Please write the hours like Monday to Saturday, 7 AM to 7 PM, with the opening before the closing.',
      }),
    ),
  ),
  testimonials: testimonials(quotedTestimonial),
})

export type Company = z.output<typeof companySchema>
export type CompanyPhoto = z.output<typeof photoSchema>
export type Notice = z.output<typeof notice>
