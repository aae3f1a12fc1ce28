import PubNub

let parcel = "parcel"
let (lat, lng) = (43.25, -79.5)
extension OfficeViewController {
    func show(_ place: CLLocationCoordinate2D) {}
    func draw(_ messages: [PNMessage]) {}
}
extension Van {
    func arrivedAtTheService() {}
    func failed(_ error: PNError) {}
}
