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

export const contactNotes: Texts = [
  'Talked for ten minutes, visit agreed.',
  'Left a message with our number and the reference.',
  'Will send the floor plan.',
  'Measured everything, took photos.',
  'Wants the estimate split by room.',
]

export const lostReasons: Texts = [
  'Took another contractor',
  'Too expensive',
  'Put off until next year',
  'Outside of what we do',
  'No answer after three attempts',
]
