import type { ReactNode } from 'react'
import { maxPhotoBytes, photoProblems, photoSide, photoTypes } from '#shared/estimates/photos.ts'
import { declineReasonLabels, declineReasons, proposalAnswers } from '#shared/estimates/written-proposals.ts'
import { formatTime } from '#shared/formatting.ts'
import type { Refused, VisitorForm } from './visitor-form-values.ts'

export type FormContext = {
  /** The address of the page; undefined in a preview, where no form works. */
  readonly path: string | undefined
  readonly refused: Refused | undefined
}

type FormProps = FormContext & {
  readonly form: VisitorForm
  readonly button: string
  readonly number?: number
  readonly children?: ReactNode
}

function Form({ path, form, button, number, children }: FormProps) {
  return (
    <form method="post" action={path}>
      <fieldset disabled={path === undefined}>
        <input type="hidden" name="form" value={form} />
        {number !== undefined && <input type="hidden" name="number" value={number} />}
        {children}
        <button type="submit">{button}</button>
      </fieldset>
    </form>
  )
}

/** Folded, unless it was refused. */
function Folded({ title, ...props }: FormProps & { readonly title: string }) {
  return (
    <details open={props.refused?.form === props.form} data-form={props.form}>
      <summary>{title}</summary>
      <Form {...props} />
    </details>
  )
}

type TextFieldProps = FormContext & {
  readonly form: VisitorForm
  readonly label: string
  readonly present?: string | null
  readonly kind: 'name' | 'tel' | 'text'
}

function TextField({ form, label, kind, present, refused }: TextFieldProps) {
  const isRefused = refused?.form === form
  const field = {
    id: form,
    name: 'text',
    dir: 'auto',
    defaultValue: isRefused ? refused.text : (present ?? ''),
    autoFocus: isRefused,
    'aria-required': true,
    'aria-invalid': isRefused || undefined,
    'aria-describedby': isRefused ? problemId : undefined,
  }
  return (
    <>
      <label htmlFor={form}>{label}</label>
      {kind === 'text' ? (
        <textarea {...field} rows={4} />
      ) : (
        <input {...field} type={kind === 'tel' ? 'tel' : 'text'} autoComplete={kind} />
      )}
      {isRefused && <Problem {...refused} />}
    </>
  )
}

/** Only one form is refused at a time. */
const problemId = 'problem'

function Problem({ problem }: Refused) {
  return <strong id={problemId}>{problem}</strong>
}

type AnswerFormsProps = FormContext & {
  readonly number: number
  /** The present one, which another one replaces. */
  readonly answer: string | null
}

/** The answers to a proposal. The one that we hope for is open until there is one. */
export function AnswerForms({ answer: present, ...props }: AnswerFormsProps) {
  const { refused } = props
  const other = refused && refused.form !== 'accepted' && proposalAnswers.some((answer) => answer === refused.form)
  return (
    <div data-answers>
      {present !== null && <p>You can still change your answer.</p>}
      {(present !== 'accepted' || refused?.form === 'accepted') && (
        <details open={refused?.form === 'accepted' || !(present || other)} data-form="accepted">
          <summary>I’d like to go ahead</summary>
          <Form {...props} form="accepted" button="I’d like to go ahead">
            <TextField {...props} form="accepted" kind="name" label="Your full name" />
            <p>This tells us to prepare the contract; it is not the contract.</p>
          </Form>
        </details>
      )}
      <Folded {...props} form="changes" title="Ask for changes" button="Ask for these changes">
        <TextField {...props} form="changes" kind="text" label="What should we change?" />
      </Folded>
      <Folded {...props} form="declined" title="No, thank you" button="Send my answer">
        <ReasonField refused={refused} />
      </Folded>
    </div>
  )
}

function ReasonField({ refused }: Pick<FormContext, 'refused'>) {
  const isRefused = refused?.form === 'declined'
  return (
    <fieldset aria-describedby={isRefused ? problemId : undefined}>
      <legend>What was the reason?</legend>
      {declineReasons.map((reason, index) => (
        <label key={reason}>
          <input
            type="radio"
            name="text"
            value={reason}
            defaultChecked={refused?.text === reason}
            // biome-ignore lint/a11y/noAutofocus: the page is there again for this field alone
            autoFocus={isRefused && index === 0}
          />
          {declineReasonLabels[reason]}
        </label>
      ))}
      {isRefused && <Problem {...refused} />}
    </fieldset>
  )
}

type ChangeFormsProps = FormContext & {
  readonly phone: string | null
  readonly mayWithdraw: boolean
  /** How many photos may still be added. */
  readonly morePhotos: number
}

/** What a visitor may change of the request itself. */
export function ChangeForms({ phone: present, mayWithdraw, morePhotos, ...props }: ChangeFormsProps) {
  return (
    <>
      {morePhotos > 0 && <PhotosForm {...props} count={morePhotos} />}
      <Folded {...props} form="details" title="Add details" button="Add to my request">
        <TextField {...props} form="details" kind="text" label="What would you like to add?" />
      </Folded>
      <Folded {...props} form="phone" title={`${present ? 'Correct' : 'Add'} your phone number`} button="Save">
        <TextField {...props} form="phone" kind="tel" label="Your phone number" present={present} />
      </Folded>
      {mayWithdraw && (
        <Folded {...props} form="withdraw" title="Withdraw the request" button="Yes, withdraw it">
          <p>Nobody will work on it anymore. You can undo this for ten minutes.</p>
        </Folded>
      )}
    </>
  )
}

/** Works without scripts. With them, client/request-photos.ts makes the photos smaller first. */
function PhotosForm({ path, refused, count }: FormContext & { readonly count: number }) {
  const isRefused = refused?.form === 'photos'
  return (
    <details open={isRefused} data-form="photos">
      <summary>Add photos</summary>
      <form method="post" action={`${path}/photos`} encType="multipart/form-data">
        <fieldset>
          <label htmlFor="photos">{count === 1 ? 'One more photo' : `Up to ${count} photos`}</label>
          <input
            id="photos"
            type="file"
            name="photo"
            accept={photoTypes}
            multiple={count > 1}
            data-side={photoSide}
            data-max-bytes={maxPhotoBytes}
            data-too-large={photoProblems.tooLarge}
            aria-invalid={isRefused || undefined}
            aria-describedby={isRefused ? problemId : undefined}
          />
          {/* Chrome on Android offers only the library in the field above. */}
          <div data-camera>
            <label htmlFor="camera">Or take a photo</label>
            <input id="camera" type="file" name="photo" accept={photoTypes} capture="environment" />
          </div>
          {isRefused && <Problem {...refused} />}
          <p role="status" />
          <button type="submit">Add to my request</button>
        </fieldset>
      </form>
      <script type="module" src="/request-photos.js" />
    </details>
  )
}

/** Undoes a withdrawal. */
export function ReturnForm({ until, ...props }: FormContext & { readonly until: Date }) {
  return (
    <Form {...props} form="return" button="Undo">
      <p>You can undo this until {formatTime(until)}.</p>
    </Form>
  )
}
