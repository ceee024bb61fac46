import { Link } from '@tanstack/react-router'
import { buttonClass } from '#client/components/button-class.ts'
import { ArrowIcon, ClockIcon, MailIcon, PhoneIcon } from '#client/components/icons.tsx'
import { company, estimatePromise } from '#shared/company.ts'
import styles from './home-contact.module.css'
import { HomeSection } from './home-section.tsx'

const { claims } = company

export function HomeContact() {
  return (
    <HomeSection
      title="Tell us what you want to build"
      lead={`${claims.fees.sentence}, and no pressure to sign.`}
      action={
        <Link to="/estimate" className={buttonClass()}>
          Get my free estimate
          <ArrowIcon />
        </Link>
      }
    >
      <ul className={styles.cards}>
        <li>
          <PhoneIcon />
          <div>
            <h3>Call us</h3>
            <a href={company.phone.href}>{company.phone.display}</a>
            <p>{company.hours}</p>
          </div>
        </li>
        <li>
          <MailIcon />
          <div>
            <h3>Email us</h3>
            <a href={`mailto:${company.email}`}>{company.email}</a>
            <p>Photos and plans are welcome.</p>
          </div>
        </li>
        <li>
          <ClockIcon />
          <div>
            <h3>Fast response</h3>
            <strong>{claims.response.sentence}</strong>
            <p>A detailed estimate follows {estimatePromise()}.</p>
          </div>
        </li>
      </ul>
    </HomeSection>
  )
}
