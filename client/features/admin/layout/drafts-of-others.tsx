import { Button } from '@mantine/core'
import { useState } from 'react'
import { entryDraftDays } from '#client/lib/device-storage.ts'
import styles from './frame-notice.module.css'
import { hasDraftsOfOthers } from './tab-drafts.ts'

/** Tells who signs in after a colleague that the tab keeps the colleague's drafts. */
export function DraftsOfOthers() {
  const [isShown, setShown] = useState(hasDraftsOfOthers)
  if (!isShown) return null
  return (
    <div className={styles.notice} role="status">
      <p>
        Another account has unsaved drafts in this tab. You can’t see them. They come back when that account signs in
        here within {entryDraftDays} days.
      </p>
      <Button variant="default" onClick={() => setShown(false)}>
        OK
      </Button>
    </div>
  )
}
