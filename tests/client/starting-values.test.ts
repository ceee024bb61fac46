import { describe, expect, it } from 'vitest'
import type { Draft } from '#client/features/estimate-form/draft-store.ts'
import { startingValues } from '#client/features/estimate-form/starting-values.ts'
import { emptyForm } from '#client/lib/estimate-values.ts'

const draft: Draft = {
  values: { ...emptyForm, name: 'Ada Romero', projectType: 'kitchen-remodel', urgent: true },
  requestKey: undefined,
  linkedType: 'kitchen-remodel',
}

describe('startingValues', () => {
  const nothing = { typed: {}, draft: undefined, linkedType: undefined, consultationEmail: undefined }

  it('the form starts empty without any source', () => {
    expect(startingValues(nothing)).toEqual(emptyForm)
  })

  it('typed values win over the draft, and the draft over other sources', () => {
    const kept = { ...draft, values: { ...draft.values, email: 'draft@example.com', location: 'Queens' } }
    const typed = { name: 'Typed Name' }
    expect(startingValues({ ...nothing, typed, draft: kept, consultationEmail: 'guide@example.com' })).toEqual({
      ...kept.values,
      name: 'Typed Name',
    })
    expect(startingValues({ ...nothing, draft, consultationEmail: ' guide@example.com ' }).email).toBe(
      'guide@example.com',
    )
  })

  it.each([
    ['the link, without a draft', undefined, undefined, 'roof-replacement'],
    ['the link, over the draft', 'kitchen-remodel', undefined, 'roof-replacement'],
    ['the link, over a draft that came from another link', 'kitchen-remodel', 'kitchen-remodel', 'roof-replacement'],
    ['the draft, once it was made with the same link', 'kitchen-remodel', 'roof-replacement', 'kitchen-remodel'],
    ['the link, when the draft has no type', '', 'roof-replacement', 'roof-replacement'],
  ])('the project type is that of %s', (_name, projectType, draftLink, expected) => {
    const kept =
      projectType === undefined
        ? undefined
        : { ...draft, values: { ...draft.values, projectType }, linkedType: draftLink }
    expect(startingValues({ ...nothing, draft: kept, linkedType: 'roof-replacement' }).projectType).toBe(expected)
  })

  it('a project type that was chosen before hydration wins over the link', () => {
    const typed = { projectType: 'deck-patio' }
    expect(startingValues({ ...nothing, typed, draft, linkedType: 'roof-replacement' }).projectType).toBe('deck-patio')
  })
})
