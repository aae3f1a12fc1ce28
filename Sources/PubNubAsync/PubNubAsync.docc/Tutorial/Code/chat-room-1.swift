import PubNubAsync

let configuration = PubNubClientConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "ann")
