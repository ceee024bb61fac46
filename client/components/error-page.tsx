import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { buttonClass } from './button-class.ts'
import { MessagePage } from './message-page.tsx'

/** What stands where a page failed to load or to render. React has logged the error already. */
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
        text="This page could not be shown. Trying again often helps. If it does not, we are glad to help you by phone."
      >
        <button type="button" className={buttonClass()} onClick={tryAgain}>
          Try again
        </button>
        {/* A plain link, since loading everything anew is the better remedy here. */}
        <a href="/" className={buttonClass('onNavy')}>
          Return to Home
        </a>
      </MessagePage>
    </div>
  )
}
