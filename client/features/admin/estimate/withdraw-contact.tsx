import { useId, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { useStaff } from '../layout/staff-context.ts'
import fields from '../ui/fields.module.css'

type WithdrawContactProps = {
  /** The account that logged the contact: only it may withdraw it. */
  by: string | null | undefined
  onWithdraw: () => void
}

/** Asks first: logged again, the contact would have a later time. */
export function WithdrawContact({ by, onWithdraw }: WithdrawContactProps) {
  const { id: ownId } = useStaff()
  const questionId = useId()
  const [asking, setAsking] = useState(false)
  if (by !== ownId) return null
  if (!asking)
    return (
      <div className={fields.row}>
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => setAsking(true)}>
          Withdraw…
        </button>
      </div>
    )
  return (
    <div className={fields.row}>
      <p id={questionId} className={fields.text}>
        Withdraw this contact? Without another one, the clock goes on.
      </p>
      <button
        ref={focus}
        type="button"
        className={buttonClass('quiet', 'compact')}
        aria-describedby={questionId}
        onClick={onWithdraw}
      >
        Withdraw
      </button>
      <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => setAsking(false)}>
        Keep it
      </button>
    </div>
  )
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus()
}
