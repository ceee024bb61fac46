import { useRef, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { focusField } from '#client/components/focus-field.ts'
import { newYorkTime } from '#shared/calendar-days.ts'
import { dayMs } from '#shared/durations.ts'
import { workTextLimits } from '#shared/estimates/estimate-work.ts'
import type { EstimateField } from '#shared/estimates/fields.ts'
import { maxCallAgeDays } from '#shared/estimates/phone-estimate.ts'
import { fieldLimits } from '#shared/field-limits.ts'
import { LeaveDialog } from '../layout/leave-dialog.tsx'
import { useBelow } from '../layout/use-breakpoint.ts'
import checkbox from '../ui/checkbox.module.css'
import fields from '../ui/fields.module.css'
import { useNow } from '../ui/use-now.ts'
import { DetailFields, FormField } from './detail-fields.tsx'
import { customerFields, moreFields, projectFields } from './details-form.ts'
import styles from './new-estimate.module.css'
import { usePhoneForm } from './use-phone-form.ts'

const hints = { email: 'Without one, a phone number is needed.' }

function wallTime(instant: Date): string {
  return newYorkTime(instant).replace(' ', 'T')
}

export function NewEstimateForm() {
  const element = useRef<HTMLFormElement>(null)
  const { form, sending, failed, isRestored, isUnsaved, startOver, send } = usePhoneForm()
  const isPhone = useBelow('sm')
  const [isMoreFilled] = useState(() => moreFields.some((name) => form.values[name] !== ''))
  const wrong = Object.values(form.errors).filter(Boolean).length
  const details = {
    toAuthState: (name: EstimateField, type: 'input' | 'checkbox') => form.getInputProps(name, { type }),
    readOnly: sending,
    hints,
  }

  return (
    <>
      {isRestored && (
        <p className={styles.restored} role="status">
          What you typed before is here again.{' '}
          <button type="button" className={styles.startOver} onClick={startOver}>
            Start over
          </button>
        </p>
      )}
      <form
        ref={element}
        className={styles.form}
        noValidate
        onSubmit={form.onSubmit(
          async (values) => showFirst(element.current, await send(values)),
          (errors) => showFirst(element.current, Object.keys(errors)),
        )}
      >
        <LeaveDialog isUnsaved={isUnsaved} />
        <section className={`${styles.card} ${styles.customer}`} aria-labelledby="new-customer">
          <h3 id="new-customer">Customer</h3>
          <DetailFields names={customerFields} {...details} />
        </section>
        <section className={`${styles.card} ${styles.project}`} aria-labelledby="new-project">
          <h3 id="new-project">Project</h3>
          <DetailFields names={projectFields} columns={3} {...details} />
          {/* On phones a call needs the rest seldom. */}
          <details className={styles.more} open={!isPhone || isMoreFilled}>
            <summary>More about the project</summary>
            <DetailFields names={moreFields} columns={3} {...details} />
          </details>
        </section>
        <div className={styles.side}>
          <CallSection form={form} />
          <div className={styles.send}>
            {(failed ?? wrong > 0) && (
              <p className={fields.error} role="alert">
                {failed ? `Not saved. ${failed}` : `Please check ${wrong === 1 ? '1 field' : `${wrong} fields`}.`}
              </p>
            )}
            <button type="submit" className={buttonClass()} aria-disabled={sending}>
              {sending ? 'Saving…' : 'Save estimate'}
            </button>
          </div>
        </div>
      </form>
    </>
  )
}

/** Shows the first of these fields in the order of the page. */
function showFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const control = Array.from(form?.elements ?? []).find(
    (each) => each instanceof HTMLElement && names.includes(each.getAttribute('name') ?? ''),
  )
  if (!(control instanceof HTMLElement)) return
  const folded = control.closest('details')
  if (folded) folded.open = true
  focusField(control)
}

function CallSection({ form }: Pick<ReturnType<typeof usePhoneForm>, 'form'>) {
  const now = useNow()
  return (
    <section className={styles.card} aria-labelledby="new-call">
      <h3 id="new-call">Call</h3>
      <FormField
        label="Time of the call (New York)"
        required
        error={form.errors.calledAt}
        control={(described) => (
          <input
            {...described}
            {...form.getInputProps('calledAt')}
            name="calledAt"
            type="datetime-local"
            required
            className={fields.input}
            min={wallTime(new Date(now.getTime() - maxCallAgeDays * dayMs))}
            max={wallTime(now)}
          />
        )}
      />
      <FormField
        label="Caller, if not the customer"
        error={form.errors.caller}
        control={(described) => (
          <input
            {...described}
            {...form.getInputProps('caller')}
            name="caller"
            className={fields.input}
            maxLength={fieldLimits.name}
            autoComplete="off"
          />
        )}
      />
      <FormField
        label="Call notes"
        error={form.errors.note}
        control={(described) => (
          <textarea
            {...described}
            {...form.getInputProps('note')}
            name="note"
            rows={3}
            className={fields.input}
            maxLength={workTextLimits.note}
          />
        )}
      />
      {form.values.email.trim() !== '' && (
        <label className={styles.choice}>
          <input
            {...form.getInputProps('sendConfirmation', { type: 'checkbox' })}
            name="sendConfirmation"
            type="checkbox"
            className={checkbox.checkbox}
          />
          Email the customer a confirmation
        </label>
      )}
    </section>
  )
}
