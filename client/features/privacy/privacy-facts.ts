/** When the words on the privacy page were last gone through. To be set with every change to them. */
export const lastUpdated = { date: '2026-11-21', words: 'November 21, 2026' } as const

/** What a request consists of, as the form names it. */
export const requestFields = [
  'full name',
  'email address',
  'phone number, if you give one',
  'project type',
  'property type',
  'square footage',
  'project description',
  'project location',
  'desired timeline',
  'budget range',
  'special requirements or considerations',
  'whether the project is urgent',
] as const
