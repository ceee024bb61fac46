import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { buttonClass } from './button-class.ts'
import { MessagePage } from './message-page.tsx'

/** Replaces a page that failed to load or render. React has logged the error. */
export function ErrorPage({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const router = useRouter()

  function tryAgain(): void {
    reset()
    void router.invalidate()
  }

  return (
    <div role="alert">
      <MessagePage
        title="Something went wrong"
        text="We couldn’t show this page. Trying again often helps. If it doesn’t, call us and we’ll help by phone."
      >
        <button type="button" className={buttonClass()} onClick={tryAgain}>
          Try again
        </button>
        {/* A plain link, since a full reload helps more often. */}
        <a href="/" className={buttonClass('onNavy')}>
          Return to Home
        </a>
      </MessagePage>
    </div>
  )
}
