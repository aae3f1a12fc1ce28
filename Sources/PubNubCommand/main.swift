print("pubnub")
