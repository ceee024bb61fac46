import { screen } from '@testing-library/react'
import { draftKey } from '#client/lib/device-storage.ts'
import type { ApiCall, FakeApi } from './fake-api.ts'
import { pageApi } from './page-api.ts'

/** The API of each test of the estimate page. What the form asks for its token is apart from the other calls. */
export function apiOfEachTest(): Pick<FakeApi, 'calls' | 'answerNext' | 'answerTo' | 'hold'> & { opened(): ApiCall[] } {
  const api = pageApi('/estimate')
  return {
    answerNext: api.answerNext,
    answerTo: api.answerTo,
    hold: api.hold,
    get calls() {
      return api.calls.filter(({ procedure }) => procedure !== 'estimates.openForm')
    },
    opened: () => api.calls.filter(({ procedure }) => procedure === 'estimates.openForm'),
  }
}

/** The button that sends, whatever it says. */
export const submitButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /Estimate|Submitting/ })

/** The draft that the device has, null without one. */
export const savedDraft = () => JSON.parse(localStorage.getItem(draftKey) ?? 'null')
