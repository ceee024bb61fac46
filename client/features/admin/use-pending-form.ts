import { useState } from 'react'
import type { EntryChange, WorkChange } from './work-changes.ts'

/** A form whose text stays until it is saved: whether it is on its way, and whether the last try failed. */
export function usePendingForm(save: (change: WorkChange) => Promise<boolean>) {
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')
  return {
    sending: state === 'sending',
    failed: state === 'failed',
    /** Resolves to whether it was saved; a second press while the first one is on its way saves nothing. */
    async send(change: EntryChange): Promise<boolean> {
      if (state === 'sending') return false
      setState('sending')
      const saved = await save(change)
      setState(saved ? 'idle' : 'failed')
      return saved
    },
  }
}
