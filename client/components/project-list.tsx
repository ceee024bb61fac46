import type { Company } from '#shared/company-schema.ts'
import { Photo } from './photo.tsx'
import drawings from './portfolio.svg'
import styles from './project-list.module.css'

type Project = Company['projects'][number]

/** The largest widths of the photographs of the result and of the room before: few projects have wide ones. */
function getSizes(count: number) {
  const wide = Math.min(48, 69 / Math.min(count, 3))
  return {
    after: `(min-width: 62em) ${wide}rem, 55vw`,
    before: `(min-width: 62em) ${Math.round(0.44 * wide)}rem, 40vw`,
  }
}

export function ProjectList({ projects }: { projects: readonly Project[] }) {
  const sizes = getSizes(projects.length)
  return (
    <ul className={styles.projects}>
      {projects.map((project) => (
        <li key={project.name}>
          <Pictures project={project} sizes={sizes} />
          <div>
            <h3 className={styles.name}>{project.name}</h3>
            <p className={styles.place}>{project.place}</p>
            <p className={styles.text}>{project.text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Only photographs can show what was done. A drawing says that it is one. */
function Pictures({ project, sizes }: { project: Project; sizes: ReturnType<typeof getSizes> }) {
  const { drawing, photos } = project
  if (!photos)
    return (
      <figure className={styles.drawing}>
        <img src={`${drawings}#${drawing}`} width="360" height="240" alt={`Drawing of the ${drawing}`} loading="lazy" />
        <figcaption>Drawing</figcaption>
      </figure>
    )
  return (
    <div className={styles.plates}>
      {photos.before && (
        <figure className={styles.before}>
          <Photo photo={photos.before} sizes={sizes.before} />
          <figcaption>Before</figcaption>
        </figure>
      )}
      <figure className={styles.after}>
        <Photo photo={photos.after} sizes={sizes.after} />
        <figcaption>After</figcaption>
      </figure>
    </div>
  )
}
