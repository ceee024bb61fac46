import { ContactLines } from '#client/components/contact-lines.tsx'
import { PageIntro } from '#client/components/page-intro.tsx'
import styles from './accessibility-page.module.css'

/** Change it when docs/accessibility.md and the tests were compared with the page's text. */
const lastReviewed = { date: '2026-11-28', words: 'November 28, 2026' } as const

/** Must match docs/accessibility.md and the tests. */
export function AccessibilityPage() {
  return (
    <div className={styles.page} data-no-call-bar>
      <PageIntro
        title="Accessibility"
        lead="Everyone should be able to use this site, however they read, type or point."
      />

      <div className={styles.words}>
        <h2>What we aim for</h2>
        <p>The site is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2, levels A and AA.</p>

        <h2>What is tested</h2>
        <ul>
          <li>
            A program called axe checks our pages, and forms with errors in them, in phone and desktop windows and in
            light and dark colors. That includes the names that screen readers read out.
          </li>
          <li>
            The Tab key reaches everything on each public page, with a ring that shows where you are. You can send a
            request by keyboard alone.
          </li>
          <li>
            Public pages fit windows that are 320 pixels wide or more without scrolling sideways. At 400% zoom, a field
            of the estimate form that needs correcting is in sight with its label.
          </li>
          <li>
            Text has enough contrast in light and dark colors, and more of it if your system asks for that. With forced
            colors you still see what is chosen. If your system asks for less motion, nothing moves.
          </li>
        </ul>

        <h2>What does not work yet</h2>
        <ul>
          <li>We have not tested with screen readers, voice control or real phones yet.</li>
          <li>The estimate form needs JavaScript. Without it, please call us.</li>
          <li>
            A PDF that comes with a proposal may be hard to read with a screen reader. The page of the proposal has its
            lines and its total as text.
          </li>
        </ul>

        <p className={styles.reviewed}>
          Last reviewed on <time dateTime={lastReviewed.date}>{lastReviewed.words}</time>
        </p>
      </div>

      <aside className={styles.contact}>
        <h2>Something does not work for you?</h2>
        <p>Tell us which page it is and what happened. We also take your request by phone.</p>
        <ContactLines />
      </aside>
    </div>
  )
}
