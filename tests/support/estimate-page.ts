import { screen } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { draftKey } from '#client/lib/device-storage.ts'
import { type ApiCall, type FakeApi, startFakeApi } from './fake-api.ts'
import { setPageAddress } from './page-address.ts'

/**
 * Gives each test of a file an API of its own, at the address that the estimate page is at. What the form asks for its
 * token is apart from the other calls.
 */
export function apiOfEachTest(): Pick<FakeApi, 'calls' | 'answerNext' | 'answerTo' | 'hold'> & { opened(): ApiCall[] } {
  let api: FakeApi
  beforeEach(async () => {
    api = await startFakeApi()
    setPageAddress(`${api.origin}/estimate`)
  })
  afterEach(() => api.close())
  return {
    get calls() {
      return api.calls.filter(({ procedure }) => procedure !== 'estimates.openForm')
    },
    opened: () => api.calls.filter(({ procedure }) => procedure === 'estimates.openForm'),
    answerNext: (answer) => api.answerNext(answer),
    answerTo: (procedure, answer) => api.answerTo(procedure, answer),
    hold: () => api.hold(),
  }
}

/** The input with a label. */
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

/** The button that sends, whatever it says. */
export const submitButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /Estimate|Submitting/ })

/** The draft that the device has, null without one. */
export const keptDraft = () => JSON.parse(localStorage.getItem(draftKey) ?? 'null')
