import type { Company } from '#shared/company-schema.ts'
import { Photo } from './photo.tsx'
import drawings from './portfolio.svg'
import styles from './project-list.module.css'

type Project = Company['projects'][number]

/** These are the widths in rem of the photographs of the result and of the room before. */
const sizes = {
  after: '(min-width: 75em) 23rem, (min-width: 62em) 31vw, 55vw',
  before: '(min-width: 75em) 10rem, (min-width: 62em) 14vw, 40vw',
}

export function ProjectList({ projects }: { projects: readonly Project[] }) {
  return (
    <ul className={styles.projects}>
      {projects.map((project) => (
        <li key={project.name}>
          <Pictures {...project} />
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
function Pictures({ drawing, photos }: Project) {
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
