import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageIntro } from '#client/components/page-intro.tsx'
import { MantineRegion } from '#client/theme/mantine-region.tsx'
import { company, estimatePromise, responsePromise } from '#shared/company.ts'
import { EstimateAside } from './estimate-aside.tsx'
import { EstimateForm } from './estimate-form.tsx'
import styles from './estimate-page.module.css'

export function EstimatePage() {
  const router = useRouter()
  // The confirmation page must not wait for the network after the submission. A lost script is asked for again then.
  useEffect(() => {
    void router.preloadRoute({ to: '/confirmation' })
  }, [router])

  return (
    <div className={styles.page} data-no-call-bar>
      <PageIntro
        title="Get your free estimate"
        lead={`Tell us about your project. We’ll contact you ${responsePromise}, and a detailed estimate follows ${estimatePromise()}.`}
      >
        <noscript>
          <p className={styles.noScript}>
            This form needs JavaScript, which is switched off in your browser. Please call{' '}
            <a href={company.phone.href}>{company.phone.display}</a>, and we’ll take your request by phone.
          </p>
        </noscript>
      </PageIntro>
      <MantineRegion>
        <EstimateForm />
      </MantineRegion>
      <EstimateAside />
    </div>
  )
}
