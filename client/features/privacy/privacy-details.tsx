import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ChevronDownIcon } from '#client/components/icons.tsx'
import { draftLifetimeDays, entryDraftDays } from '#client/lib/device-storage.ts'
import { company } from '#shared/company.ts'
import { lastUpdated, privacyFacts, requestFields } from './privacy-facts.ts'
import styles from './privacy-page.module.css'
import { RetentionText } from './retention-text.tsx'

export const phoneLink = (
  <a href={company.phone.href} className={styles.phone}>
    {company.phone.display}
  </a>
)
const emailLink = <a href={`mailto:${company.email}`}>{company.email}</a>

/** Must match the software's behavior. */
export function PrivacyDetails() {
  return (
    <div className={styles.details}>
      <h2 className={styles.detailsTitle}>The details</h2>

      <SentData />

      <Part title="What we use it for">
        <p>
          To contact you, prepare your estimate and, if you hire us, do the work. We do not sell it or use it for
          advertising.
        </p>
      </Part>

      <Part title="The emails">
        <p>
          Each request sends two emails: one to our staff with everything you sent, and one to you with your reference
          and a copy of your answers. Yours may link to a page with the same and how far we are, which whoever has the
          link can open for {privacyFacts.requestLinkDays} days, or for {privacyFacts.proposalLinkDays} days after the
          last day of a proposal. Our staff may also get reminders by email with your name, phone number, project,
          location and budget. We keep a record of whether they were delivered. They are delivered for us by the mail
          service Postmark or the provider of our mailbox, where our site is set up to use one; it then handles their
          addresses and content on our behalf.
        </p>
        <p>
          A proposal comes with an email that has its total and a link to that page. You get one reminder of it, unless
          you answer or we talk before, and a receipt of your answer.
        </p>
        <p>
          When we plan a visit, you get an email with an entry for your calendar, another one when it changes, and a
          reminder on the evening before. Who of us comes gets the same entry. Our staff may have their own calendar
          read these entries, and then its provider gets your name, phone number and where your project is.
        </p>
        <p>
          When your project is complete, we may ask you by email for a review, at most once a year. A link in that email
          ends this for good. To remember it, we keep a fingerprint of your email address that does not say whose it is,
          also after everything else is erased.
        </p>
        <p>
          Our staff may also be notified of your request on their phones and computers, by way of Google, Mozilla,
          Microsoft or Apple. These carry the notice in encrypted form and cannot read it. It says what kind of project
          it is and its budget, and your name too where its reader allows that, and can be seen on a locked screen.
        </p>
      </Part>

      <AccountData />

      <DeviceData />

      <Part title="What we do not do">
        <p>
          Our public pages set no cookies. They have no trackers or analytics, and load nothing from other companies.
          The log of our website notes which kind of page was asked for, when, and whether it worked, but nothing about
          you: no name, no contact details, none of your words and no network address.
        </p>
      </Part>

      <Part title="How long we keep requests">
        <p>
          <RetentionText /> When you ask, we erase it at once. A request that is not completed keeps it.
        </p>
        <p>
          Erased are your name, your email address, your phone number, where your project is, all texts and photos, our
          notes, the words and files of our proposals, and the fingerprints. What kind of project it was, for how much
          and when, what you answered to our proposals, how it ended and who of us worked on it stays, without anything
          that says whose it was: we count it. Our backups keep a copy until they are deleted in turn.
        </p>
      </Part>

      <Part title="A copy, a correction, or deletion">
        <p>
          Call {phoneLink} or email {emailLink} and say whether you want a copy of what we have, something corrected, or
          all of it erased. Your reference helps us find it, and so does the email address that you gave. The copies in
          your own mailbox are yours to delete.
        </p>
      </Part>

      <p className={styles.back}>
        <Link to="/estimate">Back to the estimate form</Link>
        <span className={styles.updated}>
          Last updated on <time dateTime={lastUpdated.date}>{lastUpdated.words}</time>
        </span>
      </p>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.part}>
      <summary className={styles.summary}>
        <h3 className={styles.heading}>{title}</h3>
        <ChevronDownIcon />
      </summary>
      <div className={styles.words}>{children}</div>
    </details>
  )
}

function SentData() {
  return (
    <Part title="What you send us">
      <p>When you send the estimate form, we store:</p>
      <ul className={`${styles.list} ${styles.fields}`}>
        {requestFields.map((field) => (
          <li key={field}>{field}</li>
        ))}
      </ul>
      <p>
        With it we store the time, a reference for you to quote, how far we are with it, a random number that your
        browser makes for the request, and two fingerprints (SHA-256): one of what you sent, and one of the same
        together with the network address that it came from. Number and fingerprints tell us when one request reaches us
        twice. The network address itself is not stored. We also store by when we have promised to contact you and to
        send a proposal, and your email address and phone number once more in a form that can be compared with those of
        other requests; later, when we sent the proposal and its amount, when it was completed, and when your data was
        erased.
      </p>
      <p>
        To learn what brings us visitors, we store with it the page of this site that you opened first, the name of the
        site that led you there, and the source, medium and campaign that its link named, all of which your browser
        keeps until you close the tab.
      </p>
      <p>
        Photos that you add reach us while you fill in the form, and are deleted after a day if you do not send it. We
        store them with your request, without what the camera noted in them, such as where and when they were taken. Our
        staff see them, and so does whoever opens the page that our emails link to.
      </p>
      <p>
        When you call us instead, we enter the same for you, and note who called, when, and how you heard about us. When
        we correct something for you, we note what it was before.
      </p>
      <p>
        On the page that our emails link to, you can add details and photos, correct your phone number, answer a
        proposal and withdraw the request. We store what you write there and when. Of a proposal, the page also notes
        when somebody first scrolls, presses or types on it, so that we know that it was seen.
      </p>
      <p>
        We use no captcha. Instead, the form asks our server for a signed note of when you began to fill it in, and
        sends it along; with your request we store only whether the note was valid. If a request looks like spam, we
        note why and keep it apart as possible spam until one of us has looked at it, and then whether it was spam. The
        emails below go out once it turns out not to be.
      </p>
      <p>
        While we work on it, our staff adds to it: who takes care of it, how it ended and why, on which day to come back
        to it, visits, notes, and when and how we reached you; and with each of these who wrote it and when. A note, or
        how we reached you, has a random number too, which tells us when it is sent to us twice.
      </p>
    </Part>
  )
}

function AccountData() {
  return (
    <Part title="Accounts">
      <p>
        If you sign up, we store your email address, when you signed up and when you confirmed it, what you may do here,
        and a fingerprint (bcrypt) of your password, from which it cannot be read. The secret of a link that we email
        you is stored as a fingerprint only, and is good for three days at most. Of our staff, we also store their
        names, who invited them, which emails they want, a number from which the address of their calendar follows, and
        for two years what they did with accounts and rights.
      </p>
      <p>
        For each browser in which you are signed in, we store what the browser calls itself, when you signed in, when it
        was last in use, and fingerprints of the keys in its cookies. Where one of our staff has switched notifications
        on, we also store since when, the address of that browser at Google, Mozilla, Microsoft or Apple, the keys with
        which only it can read what we send there, and whether names may show. It is signed out after{' '}
        {privacyFacts.sessionIdleDays} days without use, and after {privacyFacts.sessionDays} days in any case.
      </p>
      <p>
        We also keep a keyed fingerprint of the network address that it last used. It lets your account page say which
        of your devices are in the same network. If you change your email address, we keep the former one and the new
        one for {privacyFacts.emailChangeDays} days after the link to undo the change has ended.
      </p>
      <p>
        If you switch on a second factor, we store since when, and what checks it: the secret of your authenticator app
        in encrypted form, fingerprints of your recovery codes, and of each passkey its name, its public key, and when
        you added and last used it. No passkey lets anyone see your fingerprint or face.
      </p>
      <p>
        To stop password guessing and floods of requests, we count attempts: under a keyed fingerprint of the network
        address, of the account, or of both. An attempt counts for a day at most; wrong passwords in a row count until a
        right one, or a new one. We keep a record of each email about your account with the address that it went to.
      </p>
    </Part>
  )
}

function DeviceData() {
  return (
    <Part title="What stays on your own device">
      <ul className={styles.list}>
        <li>
          If you have an account, up to six cookies of this site. Two keep you signed in. One lets the link in our email
          know the browser in which you signed up, for a day. One says that you have signed in here before, so that
          strangers who guess at your password do not lock you out, for 400 days. One recognizes your browser between
          the two steps of signing in, for five minutes. One shows our administrators a preview of these pages, for an
          hour.
        </li>
        <li>
          A draft of the estimate form, so that nothing you typed is lost, with small pictures of your photos and the
          note of when you began it. It is removed when you send the form or press “Start over” there. One that you have
          not touched for {draftLifetimeDays} days is not used any more, and is removed when you next open the form.
        </li>
        <li>
          The email address that you enter for the consultation guide. It is not sent to us; the estimate form fills it
          in for you. It stays until you clear it.
        </li>
        <li>
          What you type before the page has finished loading, but never a password, in the tab in which you type it. It
          is removed when that page next opens there, or when you close the tab.
        </li>
        <li>
          If you work for us: what you have half written about a request, in the tab in which you write. It is removed
          when you save it, drop it or close the tab. It outlasts your session, and comes back when you sign in there
          again within {entryDraftDays} days; nobody else is shown it. After that, it is removed when the dashboard next
          opens there. For seven days at most, and only until you sign out, the names of the last five requests that you
          opened. And if you switch notifications on: that you did, and the numbers of the last requests that you were
          notified of. Until you close a tab, it keeps the numbers of the requests at which you left the list in it.
        </li>
      </ul>
      <p>
        Draft and address are in your browser’s local storage, which only this site can read. You can clear them with
        “Clear saved data” on this page, or, like the cookies, by deleting this site’s data in your browser’s settings.
      </p>
    </Part>
  )
}
