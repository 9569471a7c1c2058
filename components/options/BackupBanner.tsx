import { useWords } from '../i18n/context'
import { Note } from '../parts/Note'

/** Stands on every page until the words were checked. */
export function BackupBanner() {
  const { t } = useWords()
  return (
    <div className="banner">
      <Note tone="amber">
        <p>
          <b>{t.home.backup}</b> {t.home.backupMore}{' '}
          <a className="link" href="#/settings/backup">
            {t.home.checkNow}
          </a>
        </p>
      </Note>
    </div>
  )
}
