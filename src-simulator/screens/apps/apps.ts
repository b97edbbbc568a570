import type { AppId } from '../app-icon'
import { isPicture, PhotoLibrary } from '../photo-library'
import { Random } from '../../random'
import type { Rect } from '../geometry'
import type { Pen } from '../pen'
import type { Scene } from '../scene'
import type { System } from '../system'
import { BrowserScene } from './browser'
import { Calculator } from './calculator'
import { CalendarScene } from './calendar'
import { CameraScene } from './camera'
import { createClock } from './clock'
import { Dialer } from './dialer'
import { Files } from './files'
import { Messages } from './messages'
import { Messenger } from './messenger'
import { Notes } from './notes'
import { Photoapp } from './photoapp'
import { PhotosScene } from './photos'
import { Settings } from './settings'
import { createWeather } from './weather'

/** The scenes that an `open_app` target shows: an app's first, and those above it. */
export interface OpenedApp {
  id: AppId
  scenes: Scene[]
}

/** All apps of a phone, and what they keep. */
export class Apps {
  /** Signs of the status bar that differ from phone to phone. */
  readonly signs: { battery: number; signal: number }
  private readonly library: PhotoLibrary
  private readonly settings: Settings
  private readonly files: Files
  private readonly browser: BrowserScene
  private readonly photoapp: Photoapp
  private readonly messenger: Messenger
  private readonly roots: Record<AppId, Scene>

  constructor(system: System) {
    const random = new Random(system.seed, 'signs')
    this.signs = { battery: random.between(0.25, 1), signal: random.whole(2, 4) }
    this.library = new PhotoLibrary(system.seed)
    this.settings = new Settings(system)
    this.files = new Files(system)
    this.browser = new BrowserScene(system)
    this.photoapp = new Photoapp(system, this.library)
    this.messenger = new Messenger(system)
    this.roots = {
      phone: new Dialer(system),
      messages: new Messages(system).root,
      browser: this.browser,
      photos: new PhotosScene(system, this.library),
      notes: new Notes(system).root,
      files: this.files.root,
      settings: this.settings.root,
      camera: new CameraScene(system, this.library),
      calculator: new Calculator(),
      clock: createClock(system),
      calendar: new CalendarScene(system),
      weather: createWeather(system),
      photoapp: this.photoapp,
      messenger: this.messenger.root,
    }
  }

  /** An app's first scene, always the same one. */
  rootOf(app: AppId): Scene {
    return this.roots[app]
  }

  drawNewestPhoto(pen: Pen, area: Rect): void {
    this.library.all[0]?.draw(pen, area, 'cover')
  }

  /** Has the browser show a page. */
  browse(url: string): void {
    this.browser.show(url)
  }

  /** Takes in a file. @param ready called when a picture was read */
  receive(file: { name: string; bytes: number; path: string }, ready: () => void): void {
    if (isPicture(file.name)) this.library.receive(file, ready)
    else this.files.receive(file.name, file.bytes)
  }

  airplaneChanged(): void {
    this.settings.followAirplane()
  }

  /** What a target (spec 4.5) opens; null for one that the phone does not have. */
  prepare(target: string, username: string | undefined): OpenedApp | null {
    switch (target) {
      case 'sys_notes':
        return { id: 'notes', scenes: [] }
      case 'sys_photos':
        return { id: 'photos', scenes: [] }
      case 'sys_settings':
        return { id: 'settings', scenes: [] }
      case 'sys_about':
        return { id: 'settings', scenes: this.settings.aboutScenes() }
      case 'sys_phone':
        return { id: 'phone', scenes: [] }
      case 'sys_messages':
        return { id: 'messages', scenes: [] }
      case 'messenger':
        return username === undefined ? null : { id: 'messenger', scenes: [this.messenger.open(username)] }
      default:
        return this.preparePhotoapp(target)
    }
  }

  private preparePhotoapp(target: string): OpenedApp | null {
    const scenes = this.photoappScenes(target)
    return scenes === null ? null : { id: 'photoapp', scenes }
  }

  private photoappScenes(target: string): Scene[] | null {
    const { photoapp } = this
    switch (target) {
      case 'photoapp':
        photoapp.show('home')
        return []
      case 'photoapp_explore':
        photoapp.show('explore')
        return []
      case 'photoapp_activity':
        photoapp.show('activity')
        return []
      case 'photoapp_profile':
        photoapp.show('profile')
        return []
      case 'photoapp_settings':
        return [photoapp.pages.settings()]
      case 'photoapp_account_status':
        return [photoapp.pages.settings(), photoapp.pages.accountStatus()]
      case 'photoapp_reel':
        return [photoapp.pages.reel()]
      case 'photoapp_camera':
        return [photoapp.pages.camera()]
      case 'photoapp_dms':
        return [photoapp.pages.letterList()]
      default:
        return null
    }
  }
}
