import { Link } from '@tanstack/react-router'
import { useSeemsSignedIn } from '#client/lib/auth/use-auth.ts'
import { company, isShown, licenseLine } from '#shared/company.ts'
import styles from './site-footer.module.css'

const { address, claims } = company

export function SiteFooter() {
  const signedIn = useSeemsSignedIn()
  return (
    <footer className={styles.footer}>
      <div className={styles.content}>
        <div className={styles.about}>
          <p className={styles.name}>{company.name}</p>
          <p className={styles.trade}>{`General contracting: ${company.work}.`}</p>
          <address className={styles.address}>
            {address.street}, {address.city}, {address.region} {address.postalCode}
          </address>
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>Call</dt>
            <dd>
              <a href={company.phone.href}>{company.phone.display}</a>
            </dd>
          </div>
          <div>
            <dt>Email</dt>
            <dd>
              <a href={`mailto:${company.email}`}>{company.email}</a>
            </dd>
          </div>
          <div>
            <dt>Area</dt>
            <dd>{company.serviceArea}</dd>
          </div>
          <div>
            <dt>Hours</dt>
            <dd>{company.hours}</dd>
          </div>
        </dl>
        <div className={styles.close}>
          <p>
            {isShown(claims.licensed) && `${claims.licensed.sentence}. `}
            <span className={styles.license}>{licenseLine}</span>
          </p>
          <p className={styles.links}>
            {/* The header omits this link on phones. */}
            {signedIn ? (
              <Link to="/admin/today">Staff dashboard</Link>
            ) : (
              <Link to="/auth" search={{ next: '/admin/today' }}>
                Staff sign in
              </Link>
            )}
            <Link to="/privacy">Privacy</Link>
            <Link to="/accessibility">Accessibility</Link>
          </p>
        </div>
      </div>
    </footer>
  )
}
