import { useCallback, useEffect, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import styles from '#client/components/second-factor/second-factor.module.css'
import type { Factors } from '#client/components/second-factor/use-factors.ts'
import { showSuccess } from '#client/components/toasts.tsx'
import { failureMessage } from '#client/lib/api-error.ts'
import type { SecondFactorCalls } from '#client/lib/second-factor-calls.ts'
import { formatDay } from '#shared/formatting.ts'
import { type SecondFactorDuty, secondFactorDuties } from '#shared/second-factor.ts'
import { ConfirmChange } from './confirm-change.tsx'
import own from './second-factor-section.module.css'

type StaffSecondFactorProps = { calls: SecondFactorCalls; ownId: string; email: string; factors: Factors }
type Staff = Awaited<ReturnType<SecondFactorCalls['staff']['query']>>
type Person = Staff['people'][number]

const duties: Readonly<Record<SecondFactorDuty, string>> = {
  nobody: 'Nobody has to',
  administrators: 'Administrators have to',
  everybody: 'Everybody with a role has to',
}
const roleNames: Readonly<Record<string, string>> = { staff: 'Staff', admin: 'Administrator' }

/** The rule for second factors, the people who have one, and help for those who lost it. */
export function StaffSecondFactor({ calls, ownId, email, factors }: StaffSecondFactorProps) {
  const [staff, setStaff] = useState<Staff>()
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState<{ readonly duty: SecondFactorDuty } | { readonly person: Person }>()

  const load = useCallback(async () => {
    try {
      setStaff(await calls.staff.query())
      setProblem(undefined)
    } catch (error) {
      setProblem(failureMessage(error))
    }
  }, [calls])
  useEffect(() => {
    void load()
  }, [load])

  async function done(title: string, message: string): Promise<void> {
    setAsked(undefined)
    showSuccess({ title, message })
    await load()
  }

  return (
    <>
      <h3 className={own.subheading}>Second factor of the staff</h3>
      {problem !== undefined && (
        <div className={own.failure} role="alert">
          <p>{problem}</p>
          <button type="button" className={buttonClass('quiet', 'compact')} onClick={() => void load()}>
            Try again
          </button>
        </div>
      )}
      {!staff && problem === undefined && <p role="status">One moment…</p>}
      {staff && (
        <>
          <fieldset className={own.duty}>
            <legend>Who has to have one?</legend>
            {secondFactorDuties.map((duty) => (
              <label key={duty}>
                <input
                  type="radio"
                  name="second-factor-duty"
                  checked={(asked && 'duty' in asked ? asked.duty : staff.duty) === duty}
                  onChange={() => setAsked(duty === staff.duty ? undefined : { duty })}
                />
                {duties[duty]}
              </label>
            ))}
          </fieldset>
          {asked && 'duty' in asked && (
            <ConfirmChange
              key={asked.duty}
              {...{ calls, email, factors }}
              question={`${duties[asked.duty]}: save this?`}
              consequence={
                asked.duty === 'nobody'
                  ? 'Everybody may keep or remove their second factor.'
                  : 'It holds at once. Whoever has none sets one up before anything else, also those who are signed in now.'
              }
              confirm="Save"
              failed="Not Saved"
              change={async () => {
                await calls.setDuty.mutate({ duty: asked.duty })
                await done('Saved', `${duties[asked.duty]}.`)
              }}
              onCancel={() => setAsked(undefined)}
            />
          )}
          <ul className={styles.rows}>
            {staff.people.map((person) => (
              <li key={person.id} className={styles.row}>
                <div className={styles.fact}>
                  <p className={styles.name}>{person.email}</p>
                  <p className={styles.small}>
                    {roleNames[person.role] ?? person.role}.{' '}
                    {person.since ? `On since ${formatDay(new Date(person.since))}.` : 'No second factor.'}
                  </p>
                </div>
                {person.since && person.id !== ownId && (
                  <button
                    type="button"
                    className={buttonClass('quiet', 'compact')}
                    aria-label={`Reset the second factor of ${person.email}`}
                    onClick={() => setAsked({ person })}
                  >
                    Reset
                  </button>
                )}
                {asked && 'person' in asked && asked.person.id === person.id && (
                  <ConfirmChange
                    {...{ calls, email, factors }}
                    question={`Reset the second factor of ${person.email}?`}
                    consequence="Make sure first that it is really them who ask, for instance by a call. All their devices are signed out, and the password alone signs in."
                    confirm="Reset"
                    failed="Not Reset"
                    change={async () => {
                      await calls.reset.mutate({ userId: person.id })
                      await done('Second factor reset', `${person.email} gets an email about it.`)
                    }}
                    onCancel={() => setAsked(undefined)}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
