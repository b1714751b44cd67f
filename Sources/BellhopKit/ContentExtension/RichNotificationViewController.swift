// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(visionOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
import Foundation
public import UserNotificationsShim

/// The base class of an app's content extension. When the person expands a notification (rule
/// `NCE-1`), the controller shows the carousel or map of the payload, otherwise the notification's
/// texts.
///
/// An app's subclass needs no code. The extension's Info.plist names the categories
/// (`UNNotificationExtensionCategory`); `UNNotificationExtensionUserInteractionEnabled` is not
/// needed.
///
/// The buttons under a carousel are notification actions, set again for each page. The buttons for
/// the next and the previous page turn the page, and the notification stays open. The button of a
/// page itself closes the notification and opens the app, which finds the page's link with
/// ``PushPayload/following(_:keys:)`` (rules `NCE-7`, `NCE-8`).
@MainActor
open class RichNotificationViewController: UIViewController,
    @MainActor UNNotificationContentExtension
{
    /// The payload keys that the extension reads.
    open var keys: PayloadKeys { PayloadKeys() }
    /// Fetches images of pages that the service extension did not attach. Such pages should be the
    /// exception: an expanded notification should show content that is already available (rule
    /// `NCE-9`).
    open var downloader: any MediaDownloader { WebMediaDownloader() }
    /// The titles of the buttons; an app with several languages overrides them.
    open var nextTitle: String { "Next" }
    open var previousTitle: String { "Previous" }
    /// The default title of a page's button, for pages that specify no title.
    open var openTitle: String { "Open" }

    /// The content that is shown.
    public private(set) var shown = RichContent.text
    public let carouselView = CarouselView(frame: .zero)
    /// The notification's texts; shown when the payload has neither a carousel nor a valid map.
    public let textLabel = UILabel()
    private var mapView: UIView?
    /// The image files in the system's store, by page.
    private var attached: [Int: URL] = [:]
    private var loading: Task<Void, Never>?

    open override func loadView() { view = FilledView(frame: .zero) }

    open override func viewDidLoad() {
        super.viewDidLoad()
        textLabel.numberOfLines = 0
        view.addSubview(carouselView)
        view.addSubview(textLabel)
    }

    /// Shows a notification. Also called when another notification of the thread arrives while this
    /// one is open (rule `NCE-4`).
    open func didReceive(_ notification: UNNotification) {
        let content = notification.request.content
        attached = [:]
        for attachment in content.attachments {
            for page in 0..<CarouselPage.pageCountMax
            where attachment.identifier == CarouselPage.attachmentIdentifier(page) {
                attached[page] = attachment.url
            }
        }
        let texts = [content.title, content.subtitle, content.body]
        textLabel.text = texts.filter { !$0.isEmpty }.joined(separator: "\n")
        show(RichContent(PushPayload(content.userInfo), keys: keys))
    }

    open func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion:
            @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        completion(take(response.actionIdentifier))
    }

    private func take(
        _ actionIdentifier: String
    ) -> UNNotificationContentExtensionResponseOption {
        guard let action = CarouselAction(identifier: actionIdentifier),
            case .carousel(var carousel) = shown
        else { return .dismissAndForwardAction }
        switch carousel.perform(action) {
        case .turned:
            show(.carousel(carousel))
            return .doNotDismiss
        case .opens: return .dismissAndForwardAction
        case .ignored: return .doNotDismiss
        }
    }

    private func show(_ content: RichContent) {
        shown = content
        loading?.cancel()
        carouselView.isHidden = true
        textLabel.isHidden = true
        mapView?.removeFromSuperview()
        mapView = nil
        switch content {
        case .carousel(let carousel):
            carouselView.isHidden = false
            carouselView.show(carousel)
            extensionContext?.notificationActions = carousel.actions.map {
                button($0, of: carousel)
            }
            showPicture(of: carousel)
        case .map(let location): showMap(location)
        case .text: textLabel.isHidden = false
        }
        view.setNeedsLayout()
    }

    private func button(
        _ action: CarouselAction, of carousel: CarouselModel
    ) -> UNNotificationAction {
        let title =
            switch action {
            case .next: nextTitle
            case .previous: previousTitle
            case .open: carousel.page.button ?? openTitle
            }
        let isOpening = if case .open = action { true } else { false }
        return UNNotificationAction(
            identifier: action.identifier, title: title, options: isOpening ? [.foreground] : [])
    }

    private func showMap(_ location: PushMapLocation) {
        #if canImport(MapKit) && (os(iOS) || os(visionOS)) && !BELLHOP_VIRTUAL_PHONE
        let map = PushMapView(location)
        view.addSubview(map)
        mapView = map
        #else
        textLabel.isHidden = false
        #endif
    }

    // MARK: - Images

    private func showPicture(of carousel: CarouselModel) {
        if let file = attached[carousel.index], let image = Self.image(inStore: file) {
            carouselView.imageView.image = image
            return
        }
        guard let url = carousel.page.image.flatMap(URL.init(string:)) else { return }
        loading = Task { [weak self, downloader] in
            let media = try? await downloader.download(url, kinds: [.image], byteCountMax: nil)
            guard let media else { return }
            defer { try? FileManager.default.removeItem(at: media.file) }
            guard !Task.isCancelled, let data = try? Data(contentsOf: media.file) else { return }
            self?.carouselView.imageView.image = UIImage(data: data)
        }
    }

    /// Reads an image file in the system's store. An extension has to request access before it
    /// reads such a file.
    private static func image(inStore file: URL) -> UIImage? {
        guard file.startAccessingSecurityScopedResource() else { return nil }
        defer { file.stopAccessingSecurityScopedResource() }
        return (try? Data(contentsOf: file)).flatMap { UIImage(data: $0) }
    }

    /// Waits for the image that is being fetched.
    func pictureShown() async { await loading?.value }
}

/// A view that gives all its subviews its own size.
private final class FilledView: UIView {
    override func layoutSubviews() {
        super.layoutSubviews()
        for view in subviews { view.frame = bounds }
    }
}
#endif
