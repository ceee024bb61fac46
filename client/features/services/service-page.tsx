import { Link } from '@tanstack/react-router'
import { buttonClass } from '#client/components/button-class.ts'
import { PhoneLink } from '#client/components/company-links.tsx'
import { ArrowIcon, ChevronDownIcon } from '#client/components/icons.tsx'
import { PageIntro } from '#client/components/page-intro.tsx'
import { Photo } from '#client/components/photo.tsx'
import { ProjectList } from '#client/components/project-list.tsx'
import { company, responsePromise } from '#shared/company.ts'
import type { Company } from '#shared/company-schema.ts'
import { type Service, servicesBySlug, toParagraphs } from '#shared/services.ts'
import styles from './service-page.module.css'

/** The kinds of the projects that say none. */
const drawnTypes: Record<Company['projects'][number]['drawing'], Service['projectType']> = {
  kitchen: 'kitchen-remodel',
  bathroom: 'bathroom-remodel',
  office: 'commercial',
}

export function ServicePage({ slug }: { slug: string }) {
  const service = servicesBySlug().get(slug)
  // The root's route shows the 404 page.
  if (!service?.page) return null
  const { name, text, projectType, photo, page } = service
  const projects = company.projects.filter(
    (project) => (project.projectType ?? drawnTypes[project.drawing]) === projectType,
  )
  return (
    <div className={styles.page}>
      <nav aria-label="Breadcrumbs">
        <ol className={styles.crumbs}>
          <li>
            <Link to="/">Home</Link>
          </li>
          <li>
            <Link to="/" hash="services">
              Services
            </Link>
          </li>
          <li aria-current="page">{name}</li>
        </ol>
      </nav>
      <div className={photo ? `${styles.about} ${styles.pictured}` : styles.about}>
        <PageIntro title={name} lead={text} />
        {photo && (
          <div className={styles.photo}>
            <Photo photo={photo} sizes="(min-width: 75em) 31rem, (min-width: 62em) 42vw, 94vw" first />
          </div>
        )}
        <div className={styles.text}>
          {toParagraphs(page.text).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <div className={styles.action}>
          <h2 className={styles.actionTitle}>Tell us about your project</h2>
          <p>We’ll contact you {responsePromise} to go through it. The estimate is free.</p>
          <Link to="/estimate" search={{ type: projectType }} className={buttonClass()}>
            Get my free estimate
            <ArrowIcon />
          </Link>
          <p className={styles.call}>
            Or call us: <PhoneLink className={styles.phone} />
          </p>
        </div>
      </div>
      {page.questions.length > 0 && (
        <section className={styles.part} aria-labelledby="questions">
          <h2 id="questions" className={styles.title}>
            Questions and answers
          </h2>
          <div className={styles.questions}>
            {page.questions.map(({ question, answer }) => (
              <details key={question} className={styles.question}>
                <summary>
                  <h3>{question}</h3>
                  <ChevronDownIcon />
                </summary>
                <p>{answer}</p>
              </details>
            ))}
          </div>
        </section>
      )}
      {projects.length > 0 && (
        <section className={styles.part} aria-labelledby="projects">
          <h2 id="projects" className={styles.title}>
            Recent work
          </h2>
          <ProjectList projects={projects} />
        </section>
      )}
    </div>
  )
}
