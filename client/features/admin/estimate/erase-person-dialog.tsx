import { type FormEvent, useId } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { Spinner } from '#client/components/spinner.tsx'
import { api, type FoundPerson } from '#client/lib/api.ts'
import { failureMessage } from '#client/lib/api-error.ts'
import { erasureWord, maxPersonEstimates } from '#shared/erasure.ts'
import { optionLabel, projectTypes } from '#shared/estimates/options.ts'
import { formatDay, formatWholeNumber } from '#shared/formatting.ts'
import checkbox from '../ui/checkbox.module.css'
import fields from '../ui/fields.module.css'
import { ModalDialog } from '../ui/modal-dialog.tsx'
import { estimateCountLabel } from '../ui/work-labels.ts'
import styles from './erase-person-dialog.module.css'
import { type PersonFormState, type PersonOptions, usePersonForm } from './use-person-form.ts'

type ErasePersonDialogProps = { id: string; onClose: () => void }

/** Shows the stored data of an estimate's person, to export or to erase it. */
export function ErasePersonDialog({ id, onClose }: ErasePersonDialogProps) {
  const person = api.privacy.person.useQuery({ id }, { gcTime: 0, retry: 1 })
  return (
    <ModalDialog title="Personal data" onClose={onClose}>
      {(close) => {
        if (person.data && !person.isFetching)
          return <PersonForm id={id} person={person.data} onLookAgain={() => void person.refetch()} onClose={close} />
        if (person.isFetching)
          return (
            <p className={styles.status} role="status">
              <Spinner /> Looking for everything of this person…
            </p>
          )
        return (
          <div className={styles.form}>
            <p role="alert">{failureMessage(person.error)}</p>
            <div className={fields.row}>
              <button type="button" className={buttonClass('primary', 'compact')} onClick={() => void person.refetch()}>
                Try again
              </button>
              <button type="button" className={buttonClass('quiet', 'compact')} onClick={close}>
                Close
              </button>
            </div>
          </div>
        )
      }}
    </ModalDialog>
  )
}

type PersonFormProps = PersonOptions & { onLookAgain: () => void }

function PersonForm({ onLookAgain, ...options }: PersonFormProps) {
  const { person, onClose } = options
  const form = usePersonForm(options)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void form.erase()
      }}
    >
      <FoundEstimates estimates={person.estimates} form={form} />
      {person.views.length > 0 && <MentioningViews views={person.views} form={form} />}
      {person.hasMore && (
        <p>There are more than {maxPersonEstimates}. Erase these first; the others can be found from one of them.</p>
      )}
      {person.account && (
        <p>
          {person.account.isStaff
            ? `The address ${person.account.email} belongs to one of your staff. That account stays; Privacy has how to erase it.`
            : `The account of ${person.account.email} on the website goes with them.`}
        </p>
      )}

      <CopySection form={form} />
      <EraseSection reference={person.reference} form={form} onLookAgain={onLookAgain} onClose={onClose} />
    </form>
  )
}

function FoundEstimates({ estimates, form }: Pick<FoundPerson, 'estimates'> & { form: PersonFormState }) {
  const matched = estimates.filter(({ matchedBy }) => matchedBy !== 'name').length
  return (
    <fieldset className={fields.group}>
      <legend className={styles.legend}>
        {matched === 1
          ? 'Nothing else has the same email address or phone number.'
          : `${estimateCountLabel(matched)} have the same email address or phone number. Clear the box of someone else’s.`}
        {matched < estimates.length && ' Those with only the same name are not checked. Check the ones of this person.'}
      </legend>
      <ul className={styles.found}>
        {estimates.map((estimate) => (
          <li key={estimate.id}>
            <label className={styles.choice}>
              <input
                type="checkbox"
                className={checkbox.checkbox}
                checked={!form.left.has(estimate.id)}
                // The one that this is about.
                disabled={estimate.matchedBy === 'this'}
                onChange={(event) => form.choose(estimate.id, event.currentTarget.checked)}
              />
              <span className={styles.estimate}>
                <span className={styles.name}>
                  <bdi>{estimate.name}</bdi>
                  {estimate.matchedBy !== 'this' && (
                    <span className={styles.match}>
                      same {estimate.matchedBy.replace('email', 'email address').replace('phone', 'phone number')}
                    </span>
                  )}
                </span>
                <span className={styles.facts}>{factsText(estimate)}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function MentioningViews({ views, form }: Pick<FoundPerson, 'views'> & { form: PersonFormState }) {
  return (
    <fieldset className={fields.group}>
      <legend className={styles.legend}>Saved views that may name this person. Check those to delete.</legend>
      <ul className={styles.found}>
        {views.map(({ id, name, search, owner }) => (
          <li key={id}>
            <label className={styles.choice}>
              <input
                type="checkbox"
                className={checkbox.checkbox}
                checked={form.viewIds.has(id)}
                onChange={(event) => form.chooseView(id, event.currentTarget.checked)}
              />
              <span className={styles.estimate}>
                <span className={styles.name}>
                  <bdi>{name}</bdi>
                </span>
                <span className={styles.facts}>
                  {[search && `“${search}”`, `by ${owner}`].filter(Boolean).join(' · ')}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function factsText(estimate: FoundPerson['estimates'][number]): string {
  return [
    estimate.email,
    estimate.phone,
    optionLabel(projectTypes, estimate.projectType),
    formatDay(new Date(estimate.createdAt)),
    estimate.entries > 0 &&
      `${formatWholeNumber(estimate.entries)} timeline ${estimate.entries === 1 ? 'entry' : 'entries'}`,
    estimate.isSetAside && 'set aside',
  ]
    .filter(Boolean)
    .join(' · ')
}

function CopySection({ form: { busy, download } }: { form: PersonFormState }) {
  return (
    <section className={styles.part}>
      <h3>Give a copy</h3>
      <p>For people who ask what you store. Send it only to the address above. The timeline records it.</p>
      <div className={fields.row}>
        <button
          type="button"
          className={buttonClass('quiet', 'compact')}
          aria-disabled={busy !== undefined}
          onClick={() => void download('text')}
        >
          Download as text
        </button>
        <button
          type="button"
          className={buttonClass('quiet', 'compact')}
          aria-disabled={busy !== undefined}
          onClick={() => void download('json')}
        >
          Download as JSON
        </button>
      </div>
    </section>
  )
}

type EraseSectionProps = { reference: string; form: PersonFormState; onLookAgain: () => void; onClose: () => void }

function EraseSection({ reference, form, onLookAgain, onClose }: EraseSectionProps) {
  const { count, confirmId, confirmation, setConfirmation, error, busy } = form
  const errorId = useId()
  return (
    <section className={styles.part}>
      <h3>Erase</h3>
      <p>
        {`Names, addresses, phone numbers, texts, notes and unsent emails of ${count} are erased for good. Reports keep their numbers. Backups keep the data until they are deleted.`}
      </p>
      <div className={fields.stack}>
        <label htmlFor={confirmId} className={fields.label}>
          Type {reference} or {erasureWord} to confirm
        </label>
        <input
          id={confirmId}
          className={fields.input}
          value={confirmation}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error?.isField}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
        {error && (
          <p id={errorId} className={fields.error} role="alert">
            {error.text}
          </p>
        )}
      </div>
      <div className={fields.row}>
        {error?.isStale ? (
          <button type="button" className={buttonClass('primary', 'compact')} onClick={onLookAgain}>
            Look again
          </button>
        ) : (
          <button
            type="submit"
            className={`${buttonClass('primary', 'compact')} ${styles.erase}`}
            aria-disabled={busy !== undefined}
          >
            {busy === 'erasing' ? 'Erasing…' : `Erase ${count}`}
          </button>
        )}
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={onClose}>
          Cancel
        </button>
      </div>
    </section>
  )
}
