import { Link } from '@tanstack/react-router'
import { buttonClass } from '#client/components/button-class.ts'
import { ArrowIcon, ClockIcon, MailIcon, PhoneIcon } from '#client/components/icons.tsx'
import { company, estimatePromise, isShown, responsePromise } from '#shared/company.ts'
import styles from './home-contact.module.css'
import { HomeSection } from './home-section.tsx'

const { fees, response } = company.claims

export function HomeContact() {
  return (
    <HomeSection
      title="Tell us what you want to build"
      lead={isShown(fees) ? `${fees.sentence}, and no pressure to sign.` : 'No pressure to sign.'}
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
            <h3>{isShown(response) ? 'Fast response' : 'What happens next'}</h3>
            <strong>{isShown(response) ? response.sentence : `We’ll contact you ${responsePromise}`}</strong>
            <p>A detailed estimate follows {estimatePromise()} after we talk.</p>
          </div>
        </li>
      </ul>
    </HomeSection>
  )
}
