-- Publishes messages of 100 bytes to 64 channels in turn.
local requests = {}
local turn = 0

init = function()
    -- Not earlier: wrk has set the header Host by now, and a request without it gets 400.
    for channel = 0, 63 do
        local text = "%22" .. string.rep("x", 98) .. "%22"
        requests[channel] = wrk.format("GET", "/publish/demo/demo/0/bench-" .. channel .. "/0/" .. text .. "?uuid=publisher")
    end
end

request = function()
    turn = (turn + 1) % 64
    return requests[turn]
end
