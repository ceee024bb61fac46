import { renderToStaticMarkup } from 'react-dom/server'
import { reviewOptOutPath } from '#server/mail/messages/review-mail.ts'
import { company } from '#shared/company.ts'

/** The content of the page that ends requests for reviews, as HTML. */
export function optOutHtml(id: string, isOut: boolean): string {
  const title = isOut ? 'We won’t ask you for reviews' : 'Requests for reviews'
  return renderToStaticMarkup(
    <>
      <h1>{title}</h1>
      {isOut ? (
        <p role="status">
          {company.name} won’t send you any more of these emails. If you change your mind, call{' '}
          <a href={company.phone.href}>{company.phone.display}</a>.
        </p>
      ) : (
        <>
          <p>After a project, {company.name} asks for a review, at most once a year. We can stop that.</p>
          <form method="post" action={reviewOptOutPath(id)}>
            <button type="submit">Don’t ask me for reviews again</button>
          </form>
        </>
      )}
    </>,
  )
}
