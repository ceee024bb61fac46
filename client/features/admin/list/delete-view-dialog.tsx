import { useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { api } from '#client/lib/api.ts'
import { errorCode, failureMessage } from '#client/lib/api-error.ts'
import fields from '../ui/fields.module.css'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import type { OpenableView } from './use-saved-views.ts'
import styles from './view-dialog.module.css'

type DeleteViewDialogProps = { view: OpenableView; onClose: () => void }

export function DeleteViewDialog({ view: { id, name, shared }, onClose }: DeleteViewDialogProps) {
  const utils = api.useUtils()
  const [error, setError] = useState<string>()

  async function remove(close: () => void): Promise<void> {
    setError(undefined)
    try {
      await utils.client.savedViews.remove.mutate({ id })
    } catch (failure) {
      // A colleague has already deleted the view.
      if (errorCode(failure) !== 'NOT_FOUND') {
        setError(failureMessage(failure))
        return
      }
    }
    await utils.savedViews.list.invalidate()
    close()
  }

  return (
    <ModalDialog title={`Delete “${name}”?`} onClose={onClose}>
      {(close) => (
        <div className={styles.form}>
          <p>
            {shared ? 'It disappears for everyone on the staff. ' : ''}
            The requests themselves stay.
          </p>
          {error !== undefined && (
            <p className={fields.error} role="alert">
              {error}
            </p>
          )}
          <div className={fields.row}>
            <button type="button" className={buttonClass('primary', 'compact')} onClick={() => void remove(close)}>
              Delete
            </button>
            <button type="button" className={buttonClass('quiet', 'compact')} onClick={close}>
              Cancel
            </button>
          </div>
        </div>
      )}
    </ModalDialog>
  )
}
