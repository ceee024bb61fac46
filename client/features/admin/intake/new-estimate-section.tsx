import { useRef } from 'react'
import section from '../layout/page-section.module.css'
import styles from './new-estimate.module.css'
import { NewEstimateForm } from './new-estimate-form.tsx'

export function NewEstimateSection() {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className={`${section.content} ${styles.section}`} aria-labelledby="new-estimate-heading">
      <div>
        <h2 id="new-estimate-heading" ref={heading} tabIndex={-1} className={section.heading}>
          New estimate
        </h2>
        <p className={section.aside}>
          For a request that came by phone. The call is logged as the first contact, and nothing is mailed unless you
          ask for it.
        </p>
      </div>
      <NewEstimateForm />
    </section>
  )
}
