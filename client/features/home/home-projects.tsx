import { OutsideLink } from '#client/components/outside-link.tsx'
import { ProjectList } from '#client/components/project-list.tsx'
import { company } from '#shared/company.ts'
import styles from './home-projects.module.css'
import { HomeSection } from './home-section.tsx'

/** The hero links here where the company has no profile elsewhere. */
export const portfolioId = 'portfolio'

const hasBefore = company.projects.every(({ photos }) => photos?.before)

export function HomeProjects() {
  if (company.projects.length === 0) return null
  return (
    <HomeSection
      id={portfolioId}
      title="Recent work"
      lead={hasBefore ? 'The same rooms, before and after.' : 'A closer look at a few of our jobs.'}
      ground="sunken"
      aside={
        company.socialProfile && (
          <OutsideLink href={company.socialProfile} className={styles.more}>
            More of our work
          </OutsideLink>
        )
      }
    >
      <ProjectList projects={company.projects} />
    </HomeSection>
  )
}
