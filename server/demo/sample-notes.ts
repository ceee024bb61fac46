import type { ContactChannel } from '#shared/estimates/estimate-work.ts'
import type { Texts } from './sample-data.ts'

export const notes: Texts = [
  'Prefers calls after 6 PM.',
  'Asked for two variants: with and without moving the sink.',
  'Board needs our insurance certificate and an alteration agreement.',
  'Sent photos by email, the ceiling is lower than it sounded.',
  'Wants to start after the school year.',
  'Neighbor below had a leak two years ago. Check the shutoffs first.',
  'Budget is firm. Stock cabinets, then.',
  'Landlord has agreed in writing.',
]

export const contactNotes: Readonly<Record<ContactChannel, Texts>> = {
  call: [
    'Talked for ten minutes, visit agreed.',
    'Left a message with our number and the reference.',
    'Wants the estimate split by room.',
  ],
  email: ['Asked for the floor plan.', 'Sent three dates for a visit.', 'Wants the estimate split by room.'],
  visit: [
    'Measured everything, took photos.',
    'Looked at the panel and the riser.',
    'Wants the estimate split by room.',
  ],
}

export const lostReasons: Texts = [
  'Took another contractor',
  'Too expensive',
  'Put off until next year',
  'Outside of what we do',
  'No answer after three attempts',
]

export const skipReasons = [
  'Wanted advice only, and does the work alone.',
  'The landlord sends us the plans first.',
  'Too small for us. We recommended a handyman.',
] as const

export const proposalLines = ['Demolition and disposal', 'Materials', 'Labor'] as const

export const proposalChanges = 'Could you leave out the built-in shelves, and tell us what that saves?'
